import { MAXIMUM_PAYMENTS } from '../../../../commands/cashin/believed-charge';
import { chargeProvidersOf } from '../../../../infra/providers/providers';
import type { SandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book';
import { createSandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { CHARGES } from '../../../../infra/providers/sandbox/charges/charge-scenarios';
import { manualClock } from '../../../infra/providers/manual-clock';
import { createMemoryBook } from '../../../infra/providers/memory-book';
import { memorySandbox } from '../../../infra/providers/memory-sandbox';
import { freshKey, mustSucceed } from '../../../infra/providers/payout-contract';
import { type BookDatabase, bookDatabase } from '../../../stores/sandbox-book';
import { type ChargesUnderTest, describeChargeProvider, OTHER_TAX_ID, PAYER } from './charge-contract';

const over = (book: SandboxBook) => {
  const clock = manualClock();
  const { charges, controls } = memorySandbox(clock, { book });
  const provider = chargeProvidersOf([charges], clock).choose('sandbox', 'PIX_SPLIT');
  if (provider === null) throw new Error('nobody makes charges');
  const pay: ChargesUnderTest['pay'] = ({ partnerId }, idempotencyKey, pix = {}) =>
    controls.payCharge({ partnerId, idempotencyKey }, pix);
  return { controls, provider, clock, pay, lostAnswer: { scenario: 'CHARGE_TIMEOUT' } };
};

describeChargeProvider('sandbox, in memory', async () => over(createMemoryBook()));

describe('with its book in PostgreSQL', () => {
  let database: BookDatabase;
  beforeAll(async () => {
    database = await bookDatabase();
  });
  afterAll(() => database.close());

  describeChargeProvider('sandbox', async () => over(createSandboxBook(database.pool)));
});

describe('the table of charges', () => {
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER } as const;
  const open = async (changes: {
    readonly amount?: bigint;
    readonly scenario?: string;
    readonly isSplit?: boolean;
  }) => {
    const world = over(createMemoryBook());
    const { isSplit = false, ...rest } = changes;
    const idempotencyKey = freshKey();
    const expiresAt = new Date(world.clock.now() + 300_000).toISOString();
    const split = isSplit ? { split: { pixKey: 'a@b.co', amount: 75n } } : {};
    const request = {
      idempotencyKey,
      amount: 15_000n,
      payer: PAYER,
      expiresAt,
      notAfter: expiresAt,
      ...rest,
      ...split,
    };
    const answer = await world.provider.create(context, request);
    const later = async (ms: number) => {
      world.clock.advance(ms);
      return mustSucceed(await world.provider.get(context, idempotencyKey));
    };
    return { ...world, idempotencyKey, answer, later };
  };

  test.each(
    CHARGES.rows.flatMap(({ name, number }) => (number === null ? [] : [[number, name] as const])),
  )('R$ ...777.0%i is %s', async (number, name) => {
    const byAmount = await open({ amount: 377_700n + BigInt(number) });
    const byName = await open({ amount: 377_700n + BigInt(number), scenario: name });
    const shapeOf = async ({ later }: typeof byName) => {
      const { state, payments, disputes } = await later(5_000);
      return {
        state,
        paid: payments.map(({ amount, payer }) => [amount, payer?.matchesExpected]),
        disputes: disputes.length,
      };
    };
    expect(await shapeOf(byAmount)).toEqual(await shapeOf(byName));
    expect((await open({ amount: 15_000n })).answer).toMatchObject({ ok: true, value: { state: 'ACTIVE' } });
  });

  test('a charge waits unpaid by default', async () =>
    expect(await (await open({})).later(90_000)).toMatchObject({ state: 'ACTIVE' }));

  test.each([
    ['CHARGE_PAID', [15_000n], true],
    ['CHARGE_UNDERPAID', [14_999n], true],
    ['CHARGE_OVERPAID', [15_001n], true],
    ['CHARGE_WRONG_PAYER', [15_000n], false],
  ])('%s', async (scenario, amounts, matchesExpected) => {
    const { later } = await open({ scenario });
    expect((await later(1_999)).payments).toEqual([]);
    const { state, payments } = await later(1);
    expect([state, payments.map(({ amount }) => amount)]).toEqual(['PAID', amounts]);
    expect(payments[0]?.payer?.matchesExpected).toBe(matchesExpected);
  });

  test.each(['CHARGE', 'CHARGE_PAID'])('%s never tells of more PIX than are believed', async (scenario) => {
    const { controls, idempotencyKey, later } = await open({ scenario });
    const payOnce = () =>
      controls.payCharge({ partnerId: 'p', idempotencyKey }, {}).then(
        () => 'paid',
        () => 'refused',
      );
    const answers: string[] = [];
    for (let count = 0; count <= MAXIMUM_PAYMENTS; count += 1) answers.push(await payOnce());
    expect(answers.at(-1)).toBe('refused');
    expect((await later(2_000)).payments).toHaveLength(MAXIMUM_PAYMENTS);
  });

  test('CHARGE_EXPIRES', async () =>
    expect(await (await open({ scenario: 'CHARGE_EXPIRES' })).later(2_000)).toMatchObject({
      state: 'EXPIRED',
      payments: [],
    }));

  test('CHARGE_DISPUTED, until the control call decides', async () => {
    const { later, controls, idempotencyKey } = await open({ scenario: 'CHARGE_DISPUTED' });
    expect((await later(3_999)).disputes).toEqual([]);
    // The dispute is not open yet.
    await controls.decideDispute({ partnerId: 'p', idempotencyKey }, 'REJECTED');
    const [dispute] = (await later(1)).disputes;
    expect(dispute).toMatchObject({ state: 'OPENED', amount: 15_000n });
    await controls.decideDispute({ partnerId: 'p', idempotencyKey }, 'ACCEPTED');
    await controls.decideDispute({ partnerId: 'p', idempotencyKey }, 'REJECTED');
    expect((await later(1)).disputes).toEqual([{ ...dispute, state: 'ACCEPTED' }]);
  });

  test('CHARGE_PAID_AT_CANCEL: the cancel answers with a PIX from within the time', async () => {
    const { provider, clock, idempotencyKey } = await open({ scenario: 'CHARGE_PAID_AT_CANCEL' });
    clock.advance(301_000);
    const { state, payments } = mustSucceed(await provider.cancel(context, idempotencyKey));
    expect(state).toBe('PAID');
    expect(Date.parse(payments[0]?.paidAt ?? '')).toBe(clock.now() - 1_000);
  });

  test('the split is applied, refused, or not spoken of', async () => {
    expect((await (await open({ scenario: 'CHARGE_PAID', isSplit: true })).later(2_000)).split).toEqual({
      isApplied: true,
      amount: 75n,
    });
    expect((await (await open({ scenario: 'CHARGE_SPLIT_REFUSED', isSplit: true })).later(2_000)).split).toEqual({
      isApplied: false,
      amount: 0n,
    });
    expect((await (await open({ scenario: 'CHARGE_PAID' })).later(2_000)).split).toBeUndefined();
  });

  test.each([
    ['REFUND_UNANSWERED', 'UNKNOWN', 'DONE', 0n],
    ['REFUND_REFUSED', null, 'FAILED', 14_999n],
  ])('%s', async (scenario, said, state, left) => {
    const { later, provider, idempotencyKey, clock } = await open({ scenario });
    const [payment] = (await later(2_000)).payments;
    const refund = {
      idempotencyKey: freshKey(),
      chargeKey: idempotencyKey,
      endToEndId: payment?.endToEndId ?? '',
      amount: 14_999n,
      reason: 'UNDERPAID',
      notAfter: clock.iso(),
    };
    const answer = await provider.refund(context, refund);
    expect(answer).toMatchObject(said === null ? { ok: true, value: { state } } : { ok: false, kind: said });
    expect(mustSucceed(await provider.getRefund(context, refund.idempotencyKey))).toMatchObject({ state });
    expect(14_999n - ((await later(1)).payments[0]?.refunded ?? 0n)).toBe(left);
  });

  test('CHARGE_REFUSED leaves nothing behind', async () => {
    const { answer, provider, idempotencyKey } = await open({ scenario: 'CHARGE_REFUSED' });
    expect(answer).toMatchObject({ ok: false, kind: 'REJECTED' });
    expect(await provider.get(context, idempotencyKey)).toMatchObject({ kind: 'NOT_FOUND' });
  });

  test('a payer is kept masked, and told by it', async () => {
    const { controls, idempotencyKey, later } = await open({});
    await controls.payCharge({ partnerId: 'p', idempotencyKey }, { payerTaxId: OTHER_TAX_ID });
    expect((await later(0)).payments[0]?.payer).toEqual({ taxIdMasked: '***.172.859-**', matchesExpected: false });
    expect(await controls.payCharge({ partnerId: 'other', idempotencyKey }, {})).toBeNull();
  });
});

describe('the partner’s simulated time, and the calls of its bank', () => {
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER } as const;
  const opened = async (scenario: string) => {
    const [clock, book] = [manualClock(), createMemoryBook()];
    const { charges: provider, controls } = memorySandbox(clock, { book });
    await controls.advance('p', 3_600_000);
    const key = freshKey();
    const request = {
      ...{ idempotencyKey: key, amount: 15_000n, payer: PAYER, scenario },
      ...{ expiresAt: new Date(clock.now() + 300_000).toISOString(), notAfter: clock.iso() },
    };
    mustSucceed(await provider.create(context, request));
    mustSucceed(await provider.create(context, request));
    const get = async () => mustSucceed(await provider.get(context, key));
    const calls = async () => {
      const taken = await book.takeCallbacks(Number.MAX_SAFE_INTEGER, 0, 100);
      return taken.map(({ place, type, dueAtMs }) => [place, type, dueAtMs - clock.now()]);
    };
    return { provider, controls, calls, get, key: { partnerId: 'p', idempotencyKey: key } };
  };

  test('only what it moves on after the charge was made passes by the charge', async () => {
    const { get, controls } = await opened('CHARGE_PAID');
    expect((await get()).state).toBe('ACTIVE');
    await controls.advance('p', 2_000);
    expect((await get()).state).toBe('PAID');
  });

  test('the bank calls once about each thing that is played, and about a control call at once', async () => {
    const { calls, controls, key } = await opened('CHARGE_DISPUTED');
    const played = [
      ['played', 'charge.changed', 2_000],
      ['disputed', 'charge.changed', 4_000],
    ];
    expect(await calls()).toEqual(played);
    await controls.payCharge(key, {});
    expect(await calls()).toEqual(expect.arrayContaining([...played, ['control1', 'charge.changed', 0]]));
  });

  test('a reset forgets the charge', async () => {
    const { controls, provider, key } = await opened('CHARGE');
    await controls.reset('other');
    expect(await provider.get(context, key.idempotencyKey)).toMatchObject({ ok: true });
    await controls.reset('p');
    expect(await provider.get(context, key.idempotencyKey)).toMatchObject({ kind: 'NOT_FOUND' });
    expect(await controls.payCharge(key, {})).toBeNull();
  });
});
