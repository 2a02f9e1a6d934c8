import { providerKeyOf } from '../../../commands/handling/deterministic-ids';
import { resolvePayout } from '../../../commands/payout/resolve-payout';
import type { Payout, PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { recordRefund } from '../../../commands/trouble/record-refund';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../core';
import { about, failed, offering, payout, scriptedProvider } from '../../doubles/scripted-provider';
import { withPaidIntent } from '../../samples/paid-intent';
import { asked } from '../operator/asked';
import { CLAIM, HOUR_MS, refundable, TXID, transfer, WRONG_STATE } from './refundable';

test('records a refund once, and claims its transaction before', async () => {
  const { deps, record, since, claims } = await refundable();
  expect([await record(), await record(), await record({ txid: TXID.toLowerCase() })]).toEqual([true, false, false]);
  expect(await since()).toEqual(['RefundRecorded']);
  expect(await claims()).toEqual(['FoundTransferClaimed']);
  const recorded = (await deps.eventStore.readStream('cashout-cid1')).at(-1);
  const [claimed] = await deps.eventStore.readStream(CLAIM);
  expect(recorded?.data).toMatchObject({
    ...{ intentId: 'cid1', dues: [1], dueBaseUnits: '25000000', txid: TXID.toLowerCase(), to: transfer.to },
    transferredAt: '2026-11-20T12:00:00.000Z',
  });
  expect(recorded?.data).not.toHaveProperty('gasBaseUnits');
  expect(claimed).toMatchObject({ data: { paymentId: 'cid1' }, metadata: { partnerId: 'p1', mode: 'sandbox' } });
});

test('records the network fee as given, and refuses a malformed one', async () => {
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
])('records the refund while the provider %s', async (_what, get) => {
  const { record, since } = await refundable(get);
  expect(await record()).toBe(true);
  expect(await since()).toEqual(['RefundRecorded']);
});

test('records the refund without its provider in the configuration', async () => {
  const { record } = await refundable();
  expect(await record({}, 'cid1', offering())).toBe(true);
});

test.each([
  ['settled', payout('SETTLED'), ['PayoutContradicted']],
  ['settled for another amount', payout('SETTLED', { amount: 1n }), ['PayoutContradicted']],
  ['returned', payout('RETURNED'), ['PayoutContradicted']],
  ['on its way', payout('PROCESSING'), []],
  ['settled, in an answer about another key', payout('SETTLED', { idempotencyKey: 'another' }), []],
])('asks the provider first, and refuses the refund of a payout known as %s', async (_what, get, events) => {
  const { record, since, claims } = await refundable([get]);
  await expect(record()).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual(events);
  expect(await claims()).toEqual([]);
  if (events.length > 0) await expect(record()).rejects.toMatchObject(WRONG_STATE);
});

describe('a refund of a payout that was sent twice', () => {
  const [key1, key2] = [1, 2].map((attempt) => providerKeyOf('cid1', attempt)) as [string, string];

  /** Rejected, sent again, reported as paid the first time; decided while its provider was away. */
  const decidedTwice = async (first: Result<Payout>) => {
    const deps = await withPaidIntent();
    const bank = scriptedProvider({ get: [failed('NOT_FOUND')] });
    const get: PayoutProvider['get'] = async (context, asked) =>
      asked.idempotencyKey === key1 ? about(key1, first) : bank.provider.get(context, asked);
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
      await decideStep({ ...wired, payoutProviders: offering() })(
        { paymentId: 'cid1', outcome: { how: 'NOT_PAID' }, by, mayPropose: true, isUnreachable: true },
        asked(deps),
      );
    const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(12);
    return { deps: wired, since };
  };

  test.each([
    ['paid', payout('SETTLED'), ['PayoutContradicted']],
    ['on its way', payout('PROCESSING'), []],
  ])('is refused when the first one is known as %s', async (_what, first, events) => {
    const { deps, since } = await decidedTwice(first);
    deps.clock.advance(24 * HOUR_MS);
    const recording = recordRefund(deps)({ paymentId: 'cid1', transfer, due: null }, asked(deps));
    await expect(recording).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual(events);
  });

  test('is recorded when neither was paid', async () => {
    const { deps, since } = await decidedTwice(payout('FAILED'));
    deps.clock.advance(24 * HOUR_MS);
    expect(await recordRefund(deps)({ paymentId: 'cid1', transfer, due: null }, asked(deps))).toBe(true);
    expect(await since()).toEqual(['RefundRecorded']);
  });

  test.each([
    ['first', key1],
    ['second', key2],
  ])('waits for answers about both, by the step of the %s one', async (_which, providerKey) => {
    const { deps, since } = await decidedTwice(payout('SETTLED'));
    const work = { stream: 'cashout-cid1', providerKey, causeEventId: 'decided', sinceMs: 0 } as const;
    expect(await resolvePayout(deps)(work)).not.toBe('done');
    expect(await since()).toEqual(['PayoutContradicted']);
  });
});

test('refuses an early refund with its earliest time, and claims no transaction', async () => {
  const { deps, record, claims } = await refundable([failed('NOT_FOUND')], 24 * HOUR_MS - 1_000);
  const refundableFrom = new Date(deps.clock.now() + 1_000).toISOString();
  await expect(record()).rejects.toMatchObject({
    rejection: { code: 'WRONG_STATE', message: expect.stringContaining(refundableFrom) },
  });
  expect(await claims()).toEqual([]);
  deps.clock.advance(1_000);
  expect(await record()).toBe(true);
});

test('refuses the refund transaction of another payment, in any spelling', async () => {
  const { deps, record, since } = await refundable();
  await happened(deps.eventStore, event('RefundTransferClaimed', { paymentId: 'cid2' }));
  await expect(record()).rejects.toMatchObject(WRONG_STATE);
  await expect(record({ txid: '5f'.repeat(32) })).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual([]);
  expect(await record({ txid: `0x${'6f'.repeat(32)}` })).toBe(true);
});

test('resumes a claim after a crash before its record', async () => {
  const { deps, record, since } = await refundable();
  const transferId = CLAIM.slice('foundTransfer-'.length);
  const claim = { transferId, network: 'ethereum', reference: TXID, paymentId: 'cid1' } as const;
  await happened(deps.eventStore, event('FoundTransferClaimed', claim));
  expect(await record()).toBe(true);
  expect(await since()).toEqual(['RefundRecorded']);
});

test('records one of two simultaneous refunds', async () => {
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
] as const)('refuses %s without a record or a claim', async (_what, differences, paymentId, code) => {
  const { record, since, claims } = await refundable();
  await expect(record(differences, paymentId)).rejects.toMatchObject({ rejection: { code } });
  expect(await since()).toEqual([]);
  expect(await claims()).toEqual([]);
});
