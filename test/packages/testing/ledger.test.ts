import { createLedger, type Ledger } from '../../../packages/testing/src/ledger';
import { milliseconds } from '../../../packages/testing/src/ledger/duration';
import fc, { runsAtCost } from '../../properties';

type Order = Partial<Parameters<Ledger['quote']>[1]>;

const ordered = async (ledger: Ledger, order: Order = {}) => {
  const user = await ledger.createUser();
  return ledger.createCashout(user, await ledger.quote(user, { amountCents: 15_000n, ...order }));
};

/** A cash-out some time after its full deposit. */
const paid = async (ledger: Ledger, duration: Parameters<Ledger['advance']>[0], order: Order = {}) => {
  const intent = await ordered(ledger, order);
  await ledger.deposit(intent);
  await ledger.advance(duration);
  return intent.intentId;
};

const typesOf = async (ledger: Ledger, id: string) => (await ledger.events(id)).map(({ type }) => type);

const ACCEPTED = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'];

describe('an unmatched deposit in the ledger', () => {
  const unmatched = async () => {
    const ledger = createLedger();
    const intent = await ordered(ledger);
    const depositId = await ledger.deposit({ ...intent, memo: null, txid: '0x01' });
    await ledger.advance(0);
    return { ledger, intent, depositId };
  };
  const txid = `0x${'e1'.repeat(32)}`;

  test('is refunded by one operator to its sender', async () => {
    const { ledger, depositId } = await unmatched();
    expect(await ledger.refundDeposit({ depositId, txid })).toBe('RESOLVED');
    expect(await typesOf(ledger, depositId)).toEqual(['DepositFinalised', 'DepositUnmatched', 'DepositRefunded']);
  });

  test('is refunded to another address by two operators', async () => {
    const { ledger, depositId } = await unmatched();
    const refund = (operator: string) => ledger.refundDeposit({ depositId, txid, to: `0x${'c'.repeat(40)}`, operator });
    expect([await refund('ana'), await refund('bob')]).toEqual(['PROPOSED', 'RESOLVED']);
  });

  test('pays the intent that an operator assigns, or is written off', async () => {
    const [paying, kept] = [await unmatched(), await unmatched()];
    const { intentId } = paying.intent;
    expect(await paying.ledger.assignDeposit({ depositId: paying.depositId, intentId })).toBe('RESOLVED');
    await paying.ledger.advance('1 min');
    expect(await paying.ledger.state(intentId)).toMatchObject({ status: 'COMPLETED' });
    expect(await kept.ledger.writeOffDeposit({ depositId: kept.depositId })).toBe('RESOLVED');
  });
});

describe('a cash-out in the ledger', () => {
  test('completes with a settled payout after a deposit in full', async () => {
    const ledger = createLedger();
    const intentId = await paid(ledger, '1 s');
    expect(await typesOf(ledger, intentId)).toEqual(ACCEPTED);
    await ledger.advance('1 s');
    expect(await typesOf(ledger, intentId)).toEqual([...ACCEPTED, 'PayoutSettled', 'CashoutCompleted']);
    expect(ledger.alerts()).toEqual([]);
  });

  test.each([
    ['no deposit comes', null],
    ['the deposit is one unit short', 1n],
  ])('expires after its grace when %s', async (_when, missing) => {
    const ledger = createLedger();
    const { intentId, amountBaseUnits, ...terms } = await ordered(ledger);
    if (missing !== null) await ledger.deposit({ ...terms, amountBaseUnits: BigInt(amountBaseUnits) - missing });
    await ledger.advance('310 s');
    expect(await ledger.state(intentId)).toMatchObject({ status: 'PENDING' });
    await ledger.advance(1);
    expect(await ledger.state(intentId)).toMatchObject({ status: 'EXPIRED' });
  });

  test('waits until its deposit is reported as final', async () => {
    const ledger = createLedger();
    const intent = await ordered(ledger);
    const seen = { ...intent, txid: '0x01' };
    const depositId = await ledger.deposit({ ...seen, final: false });
    await ledger.advance('10 min');
    const { status, heldBy } = await ledger.explain(intent.intentId);
    expect([status, heldBy[0]]).toEqual(['PENDING', expect.stringContaining(`${depositId} carries its memo`)]);
    await ledger.deposit(seen);
    await ledger.advance('1 min');
    expect(await ledger.state(intent.intentId)).toMatchObject({ status: 'COMPLETED' });
  });

  test('stays the same after a second report of its deposit', async () => {
    const ledger = createLedger();
    const paid = { ...(await ordered(ledger)), txid: '0x01' };
    await ledger.deposit(paid);
    await ledger.advance('1 min');
    const before = await ledger.events();
    await ledger.deposit(paid);
    await ledger.advance('1 h');
    expect(await ledger.events()).toEqual(before);
  });

  test.each<[string, Order, number]>([
    ['the amount', { amountCents: 66_602n }, 1],
    ['the name', { scenario: 'INSUFFICIENT_FUNDS' }, 3],
    ['the payee', { pixKey: 'fail.closed@sandbox.example' }, 1],
  ])('owes a refund after a rejection that %s chooses', async (_by, order, attempts) => {
    const ledger = createLedger();
    const intentId = await paid(ledger, '10 min', order);
    const types = await typesOf(ledger, intentId);
    expect(types.filter((type) => type === 'PayoutRequested')).toHaveLength(attempts);
    expect(types.slice(-2)).toEqual(['CashoutFailed', 'RefundDue']);
    expect((await ledger.explain(intentId)).because).toContain('a refund to 0x51b0');
  });

  test('completes after a decision of the simulated bank', async () => {
    const ledger = createLedger();
    const intentId = await paid(ledger, '1 h', { scenario: 'STUCK' });
    expect(ledger.alerts()[0]?.what).toBe('The outcome of a payout is unknown');
    await ledger.decidePayout(intentId, { kind: 'SETTLE' });
    await ledger.advance(0);
    expect(await ledger.state(intentId)).toMatchObject({ status: 'COMPLETED' });
  });

  test('pays and refunds to the cent for random deposits', async () => {
    const deposits = fc.array(fc.constantFrom(-1n, 0n, 0n, 1n, 40_000n), { maxLength: 3 });
    const orders = fc.record({ amountCents: fc.bigInt(100n, 66_500n), partner: fc.nat(300), deposits });
    const property = fc.asyncProperty(orders, async ({ amountCents, partner, deposits: differences }) => {
      const ledger = createLedger();
      const user = { ...(await ledger.createUser()), feeMarkupBasisPoints: partner };
      const intent = await ledger.createCashout(user, await ledger.quote(user, { amountCents }));
      const asked = BigInt(intent.amountBaseUnits);
      for (const difference of differences) await ledger.deposit({ ...intent, amountBaseUnits: asked + difference });
      await ledger.advance('2 s');
      const events = await ledger.events(intent.intentId);
      const settled = events.flatMap(({ type, data }) => (type === 'PayoutSettled' ? [data.amountCents] : []));
      const taken = differences.find((difference) => difference >= 0n);
      expect(settled).toEqual(taken === undefined ? [] : [amountCents.toString()]);
      expect(BigInt(intent.totalCents)).toBe(amountCents + BigInt(intent.fees.totalCents));
      const refunds = events.flatMap(({ type, data }) => (type === 'RefundDue' ? [data.amountBaseUnits] : []));
      expect(refunds).toEqual((taken ?? 0n) === 0n ? [] : [`${taken}`]);
    });
    await fc.assert(property, { numRuns: runsAtCost(0.5) });
  });
});

test.each([
  ['delivers after a PIX of its amount', 15_000n, ['DeliveryConfirmed', 'CashinCompleted']],
  ['refunds a PIX that is one cent short', 14_999n, ['ChargeRefundDispatched', 'ChargeRefundDone']],
])('a cash-in in the ledger %s', async (_what, amountCents, last) => {
  const ledger = createLedger();
  const { intentId } = await ledger.createCashin(await ledger.createUser(), { amountCents: 15_000n });
  await ledger.payPix(intentId, { amountCents });
  await ledger.advance('2 s');
  expect((await typesOf(ledger, intentId)).slice(-2)).toEqual(last);
});

describe('a withdrawal in the ledger', () => {
  const withdrawn = async (order: Partial<Parameters<Ledger['requestWithdrawal']>[1]> = {}) => {
    const ledger = createLedger();
    const user = await ledger.createUser();
    await ledger.creditWallet(user, 10_000n);
    await ledger.advance('3 s');
    const { withdrawId } = await ledger.requestWithdrawal(user, { amountCents: 10_000n, ...order });
    await ledger.advance('1 min');
    return { ledger, user, withdrawId };
  };

  test('pays after its debit is final', async () => {
    const { ledger, withdrawId } = await withdrawn();
    const types = await typesOf(ledger, withdrawId);
    expect(types.slice(0, 3)).toEqual(['WithdrawalRequested', 'RedemptionSent', 'RedemptionSettled']);
    expect(types.slice(-2)).toEqual(['PayoutSettled', 'WithdrawalCompleted']);
    expect(await ledger.explain(withdrawId)).toMatchObject({ status: 'COMPLETED' });
  });

  test('fails after a debit without effect', async () => {
    const { ledger, withdrawId } = await withdrawn({ scenario: 'REDEMPTION_REVERTED' });
    expect(await ledger.state(withdrawId)).toMatchObject({ status: 'FAILED' });
    expect(await typesOf(ledger, withdrawId)).not.toContain('PayoutRequested');
  });

  test('takes at most the balance of the wallet', async () => {
    const { ledger, user } = await withdrawn();
    await expect(ledger.requestWithdrawal(user, { amountCents: 10_000n })).rejects.toMatchObject({
      rejection: { code: 'INSUFFICIENT_PEGGED_BALANCE' },
    });
  });
});

test('writes equal events for an equal seed, and others for another seed', async () => {
  const logOf = async (seed: number, step: number) => {
    const ledger = createLedger({ seed, start: '2027-01-01T00:00:00.000Z' });
    await paid(ledger, 0, { scenario: 'TIMEOUT_THEN_SETTLED' });
    for (let passed = 0; passed < 60; passed += step) await ledger.advance(`${step} s`);
    return ledger.events();
  };
  const log = await logOf(7, 60);
  expect(await logOf(7, 60)).toEqual(log);
  expect(await logOf(7, 5)).toEqual(log);
  expect((await logOf(8, 60))[0]?.stream).not.toBe(log[0]?.stream);
});

test('rejects an unknown id', async () => {
  const ledger = createLedger();
  await expect(ledger.explain('nothing')).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
  await expect(ledger.state('nothing')).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
});

test.each([-1, Number.NaN, '1 week' as '1 h'])('rejects the duration %s', (duration) => {
  expect(() => milliseconds(duration)).toThrow('No duration');
});
