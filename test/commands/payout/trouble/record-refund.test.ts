import type { RefundTransfer } from '../../../../aggregates/payout/commands';
import { providerKeyOf } from '../../../../commands/handling/deterministic-ids';
import { dispatchPayout } from '../../../../commands/payout/dispatch-payout';
import { resolvePayout } from '../../../../commands/payout/resolve-payout';
import { decidePayout } from '../../../../commands/payout/trouble/decide-payout';
import { recordRefund } from '../../../../commands/payout/trouble/record-refund';
import type { Payout, PayoutProvider } from '../../../../commands/ports/payout-provider';
import type { Result } from '../../../../commands/ports/result';
import { happened, typesOf } from '../../../core';
import { about, failed, offering, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withPaidIntent, withRequestedPayout } from '../../../samples/paid-intent';
import { time } from '../../../samples/sample-data';
import { event } from '../../../samples/sample-events';
import { asked } from '../../operator/asked';

const HOUR_MS = 3_600_000;
const TXID = `0x${'5F'.repeat(32)}`;
const CLAIM = `refundTransfer-ethereum:${'5f'.repeat(32)}` as const;
const transfer = {
  ...{ network: 'ethereum', txid: TXID, assetId: 201, amountBaseUnits: '25000000' },
  ...{ to: '0x00000000000000000000000000000000000000bb', transferredAt: '2026-11-20T12:00:00Z' },
};

/** Taken for not paid by two operators a day ago; from then on the provider answers as scripted. */
const refundable = async (get: NonNullable<Script['get']> = [failed('NOT_FOUND')], waitedMs = 24 * HOUR_MS) => {
  const deps = await withRequestedPayout();
  const script = { create: [failed('UNKNOWN', 'TIMEOUT')], get: [failed('NOT_FOUND'), failed('NOT_FOUND'), ...get] };
  const bank = scriptedProvider(script);
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  wired.clock.advance(2 * HOUR_MS);
  for (const by of ['ana', 'bob'])
    await decidePayout({ ...wired, providers: [], mostAttempts: 3 })(
      { paymentId: 'cid1', by, mayPropose: true },
      asked(deps),
    );
  wired.clock.advance(waitedMs);
  const record = (differences: Partial<RefundTransfer> = {}, paymentId = 'cid1', providers = bank.payoutProviders) =>
    recordRefund({ ...wired, payoutProviders: providers })(
      { paymentId, transfer: { ...transfer, ...differences }, due: null },
      asked(deps),
    );
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(9);
  const claims = () => typesOf(deps.eventStore, CLAIM);
  return { deps: wired, bank, record, since, claims };
};

const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };

test('a refund that was sent is recorded once, and its transaction is claimed before', async () => {
  const { deps, record, since, claims } = await refundable();
  expect([await record(), await record(), await record({ txid: TXID.toLowerCase() })]).toEqual([true, false, false]);
  expect(await since()).toEqual(['RefundRecorded']);
  expect(await claims()).toEqual(['RefundTransferClaimed']);
  const recorded = (await deps.eventStore.readStream('cashout-cid1')).at(-1);
  const [claimed] = await deps.eventStore.readStream(CLAIM);
  expect(recorded?.data).toMatchObject({
    ...{ intentId: 'cid1', dues: [1], dueBaseUnits: '25000000', txid: TXID.toLowerCase(), to: transfer.to },
    transferredAt: '2026-11-20T12:00:00.000Z',
  });
  expect(recorded?.data).not.toHaveProperty('gasBaseUnits');
  expect(claimed).toMatchObject({ data: { paymentId: 'cid1' }, metadata: { partnerId: 'p1', mode: 'sandbox' } });
});

test('what the network took for it is recorded as it is said, or refused', async () => {
  const { deps, record } = await refundable();
  for (const gasBaseUnits of ['0', '-1', '1.5', 'much'])
    await expect(record({ gasBaseUnits })).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } });
  expect(await record({ gasBaseUnits: '21000000000000' })).toBe(true);
  const recorded = (await deps.eventStore.readStream('cashout-cid1')).at(-1);
  expect(recorded?.data).toMatchObject({ amountBaseUnits: '25000000', gasBaseUnits: '21000000000000' });
});

test.each([
  ['does not know it', [failed('NOT_FOUND')]],
  ['is away', [failed('UNAVAILABLE')]],
  ['knows that it failed', [payout('FAILED')]],
])('so it is while the provider %s', async (_what, get) => {
  const { record, since } = await refundable(get);
  expect(await record()).toBe(true);
  expect(await since()).toEqual(['RefundRecorded']);
});

test('and where the provider is not configured any more', async () => {
  const { record } = await refundable();
  expect(await record({}, 'cid1', offering())).toBe(true);
});

test.each([
  ['settled', payout('SETTLED'), ['PayoutContradicted']],
  ['settled for another amount', payout('SETTLED', { amount: 1n }), ['PayoutContradicted']],
  ['returned', payout('RETURNED'), ['PayoutContradicted']],
  ['on its way', payout('PROCESSING'), []],
  ['settled, in an answer about another key', payout('SETTLED', { idempotencyKey: 'another' }), []],
])('whom the provider knows to be %s, asked before anything is recorded, is not refunded', async (_what, get, events) => {
  const { record, since, claims } = await refundable([get]);
  await expect(record()).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual(events);
  expect(await claims()).toEqual([]);
  if (events.length > 0) await expect(record()).rejects.toMatchObject(WRONG_STATE);
});

describe('of a payout that was sent twice', () => {
  const [key1, key2] = [1, 2].map((attempt) => providerKeyOf('cid1', attempt)) as [string, string];

  /** Rejected, sent again, told to be paid the first time; decided while its provider was away. */
  const decidedTwice = async (first: Result<Payout>) => {
    const deps = await withPaidIntent();
    const bank = scriptedProvider({ get: [failed('NOT_FOUND')] });
    const get: PayoutProvider['get'] = async (context, key) =>
      key === key1 ? about(key, first) : bank.provider.get(context, key);
    const wired = { ...deps, payoutProviders: offering({ ...bank.provider, get }) };
    const of = (attempt: number) => ({ attempt, providerKey: attempt === 1 ? key1 : key2, provider: 'scripted' });
    await happened(
      deps.eventStore,
      ...[
        event('PayoutRequested', of(1)),
        event('PayoutDispatched', of(1)),
        event('PayoutRejected', { ...of(1), nextAttemptAt: time(115) }),
      ],
      ...[event('PayoutRequested', of(2)), event('PayoutDispatched', of(2))],
      event('PayoutContradicted', { providerKey: key1, settledNow: true }),
    );
    wired.clock.advance(3 * HOUR_MS);
    for (const by of ['ana', 'bob'])
      await decidePayout({ ...wired, payoutProviders: offering(), providers: [], mostAttempts: 3 })(
        { paymentId: 'cid1', by, mayPropose: true, end: { how: 'NOT_PAID' } },
        asked(deps),
      );
    const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(12);
    return { deps: wired, since };
  };

  test.each([
    ['paid', payout('SETTLED'), ['PayoutContradicted']],
    ['on its way', payout('PROCESSING'), []],
  ])('nothing is refunded where the first one is known as %s', async (_what, first, events) => {
    const { deps, since } = await decidedTwice(first);
    deps.clock.advance(24 * HOUR_MS);
    const recording = recordRefund(deps)({ paymentId: 'cid1', transfer, due: null }, asked(deps));
    await expect(recording).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual(events);
  });

  test('it is refunded where neither was paid', async () => {
    const { deps, since } = await decidedTwice(payout('FAILED'));
    deps.clock.advance(24 * HOUR_MS);
    expect(await recordRefund(deps)({ paymentId: 'cid1', transfer, due: null }, asked(deps))).toBe(true);
    expect(await since()).toEqual(['RefundRecorded']);
  });

  test.each([
    ['first', key1],
    ['second', key2],
  ])('both are asked about by the step of the %s one, before it may be refunded', async (_which, providerKey) => {
    const { deps, since } = await decidedTwice(payout('SETTLED'));
    const work = { stream: 'cashout-cid1', providerKey, causeEventId: 'decided', sinceMs: 0 } as const;
    expect(await resolvePayout(deps)(work)).not.toBe('done');
    expect(await since()).toEqual(['PayoutContradicted']);
  });
});

test('before its time it is refused, says from when, and claims nothing', async () => {
  const { deps, record, claims } = await refundable([failed('NOT_FOUND')], 24 * HOUR_MS - 1_000);
  const refundableFrom = new Date(deps.clock.now() + 1_000).toISOString();
  await expect(record()).rejects.toMatchObject({
    rejection: { code: 'WRONG_STATE', message: expect.stringContaining(refundableFrom) },
  });
  expect(await claims()).toEqual([]);
  deps.clock.advance(1_000);
  expect(await record()).toBe(true);
});

test('a transaction that is the refund of another payment is refused, however it is written', async () => {
  const { deps, record, since } = await refundable();
  await happened(deps.eventStore, event('RefundTransferClaimed', { paymentId: 'cid2' }));
  await expect(record()).rejects.toMatchObject(WRONG_STATE);
  await expect(record({ txid: '5f'.repeat(32) })).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual([]);
  expect(await record({ txid: `0x${'6f'.repeat(32)}` })).toBe(true);
});

test('a claim whose recording a crash kept away is gone on with', async () => {
  const { deps, record, since } = await refundable();
  await happened(deps.eventStore, event('RefundTransferClaimed'));
  expect(await record()).toBe(true);
  expect(await since()).toEqual(['RefundRecorded']);
});

test('two recordings at once are one', async () => {
  const { record, since } = await refundable();
  const other = `0x${'6f'.repeat(32)}`;
  const tried = await Promise.allSettled([record(), record({ txid: other }), record()]);
  expect(tried.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1);
  expect(await since()).toEqual(['RefundRecorded']);
});

test.each([
  ['a payment that is not there', {}, 'nobody', 'NOT_FOUND'],
  ['less than is due', { amountBaseUnits: '24999999' }, 'cid1', 'WRONG_STATE'],
  ['another asset', { assetId: 202 }, 'cid1', 'WRONG_STATE'],
  ['another network', { network: 'polygon' }, 'cid1', 'WRONG_STATE'],
  ['a hash that is none', { txid: '0x5f 5f' }, 'cid1', 'VALIDATION_ERROR'],
  ['no hash', { txid: '' }, 'cid1', 'VALIDATION_ERROR'],
  ['an address that is none', { to: 'to\nana' }, 'cid1', 'VALIDATION_ERROR'],
  ['nothing', { amountBaseUnits: '0' }, 'cid1', 'VALIDATION_ERROR'],
  ['an amount that is none', { amountBaseUnits: '1e9' }, 'cid1', 'VALIDATION_ERROR'],
  ['a time that is none', { transferredAt: 'yesterday' }, 'cid1', 'VALIDATION_ERROR'],
  ['a time to come', { transferredAt: '2027-11-20T12:00:00Z' }, 'cid1', 'VALIDATION_ERROR'],
] as const)('%s is refused, and neither recorded nor claimed', async (_what, differences, paymentId, code) => {
  const { record, since, claims } = await refundable();
  await expect(record(differences, paymentId)).rejects.toMatchObject({ rejection: { code } });
  expect(await since()).toEqual([]);
  expect(await claims()).toEqual([]);
});

test('what operators found to have ended another payment refunds nothing, and is not claimed', async () => {
  const { deps, record, since, claims } = await refundable();
  const found = { transferId: `ethereum:${'5f'.repeat(32)}`, network: 'ethereum', reference: TXID } as const;
  await happened(deps.eventStore, event('FoundTransferClaimed', { ...found, paymentId: 'cash1' }));
  await expect(record()).rejects.toMatchObject({
    rejection: { message: `${TXID.toLowerCase()} was found for cash1: it refunds nothing` },
  });
  expect([await since(), await claims()]).toEqual([[], []]);
});

describe('what delivered a cash-in', () => {
  /** Answers one after the other, the last one for ever. */
  const delivering = (...answers: readonly (readonly string[])[]) => {
    const asked: (readonly [string, string])[] = [];
    const cashinsDeliveredBy = async (network: string, txid: string) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push([network, txid]);
      return answer;
    };
    return { asked, cashinsDeliveredBy };
  };
  const recording = async (...answers: readonly (readonly string[])[]) => {
    const world = await refundable();
    const { asked: questions, cashinsDeliveredBy } = delivering(...answers);
    const what = { paymentId: 'cid1', transfer, due: null };
    const recorded = recordRefund({ ...world.deps, cashinsDeliveredBy })(what, asked(world.deps));
    return { ...world, recorded, questions };
  };
  const REFUSED = {
    rejection: { code: 'WRONG_STATE', message: `${TXID.toLowerCase()} has delivered for ci1: it refunds nothing` },
  };

  test('refunds nothing, and is not claimed', async () => {
    const { recorded, questions, since, claims } = await recording(['ci1']);
    await expect(recorded).rejects.toMatchObject(REFUSED);
    expect([questions, await since(), await claims()]).toEqual([[['ethereum', TXID.toLowerCase()]], [], []]);
  });

  test('refunds nothing where that came to light while it was claimed', async () => {
    const { recorded, since, claims } = await recording([], ['ci1']);
    await expect(recorded).rejects.toMatchObject(REFUSED);
    expect([await since(), await claims()]).toEqual([[], ['RefundTransferClaimed']]);
  });
});
