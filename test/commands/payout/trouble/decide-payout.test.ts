import { providerKeyOf } from '../../../../commands/handling/deterministic-ids';
import { dispatchPayout } from '../../../../commands/payout/dispatch-payout';
import { recordPayoutOutcome } from '../../../../commands/payout/record-payout-outcome';
import { decidePayout } from '../../../../commands/payout/trouble/decide-payout';
import type { PayoutProvider } from '../../../../commands/ports/payout-provider';
import { core, happened, typesOf } from '../../../core';
import { about, failed, offering, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../../samples/paid-intent';
import { time } from '../../../samples/sample-data';
import { event } from '../../../samples/sample-events';
import { asked } from '../../operator/asked';

/** Asked about a loss of the log alone. */
const NOBODY = { providers: [], mostAttempts: 3 };

const TWO_HOURS_MS = 2 * 3_600_000;

/** Sent without an answer, a while ago. */
const unanswered = async (get: NonNullable<Script['get']>, waitedMs = TWO_HOURS_MS) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [failed('UNKNOWN', 'TIMEOUT')], get });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  wired.clock.advance(waitedMs);
  const everybody = { providers: [bank.provider], mostAttempts: 3 };
  const decide = (by: string, providers = bank.payoutProviders) =>
    decidePayout({ ...wired, ...everybody, payoutProviders: providers })(
      { paymentId: 'cid1', by, mayPropose: true },
      asked(deps),
    );
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(5);
  return { deps: wired, decide, since, providerKey: deps.providerKey, bank };
};

const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };

test.each([
  ['does not know it', failed('NOT_FOUND')],
  ['is away', failed('UNAVAILABLE')],
  ['ends in an error', new Error('socket hang up')],
])('what the provider %s two operators take for not paid: what came in is owed back a day later', async (_what, get) => {
  const { deps, decide, since, bank } = await unanswered([get]);
  expect([await decide('ana'), await decide('ana'), await decide('bob')]).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
  expect(await since()).toEqual(['PayoutDecisionProposed', 'PayoutDecided', 'CashoutFailed', 'RefundDue']);
  expect(bank.asked).toHaveLength(3);
  const [decided, failure, due] = (await deps.eventStore.readStream('cashout-cid1')).slice(-3);
  const refundableFrom = new Date(deps.clock.now() + 24 * 3_600_000).toISOString();
  expect(decided?.data).toMatchObject({ proposedBy: 'ana', decidedBy: 'bob', refundableFrom });
  expect(failure?.data).toMatchObject({ reasonCode: 'DECIDED_UNPAID', refundDue: true });
  expect(due?.data).toMatchObject({ reason: 'PAYOUT_FAILED', amountBaseUnits: '25000000', refundableFrom });
});

test('so they do where the provider is not configured any more', async () => {
  const { decide } = await unanswered([failed('NOT_FOUND')]);
  expect([await decide('ana', offering()), await decide('bob', offering())]).toEqual(['PROPOSED', 'DECIDED']);
});

test.each([
  ['settled', payout('SETTLED'), ['PayoutSettled', 'CashoutCompleted']],
  ['refused', payout('FAILED'), ['PayoutRejected', 'CashoutFailed', 'RefundDue']],
  ['on its way', payout('PROCESSING'), []],
  ['just created', payout('CREATED'), []],
  ['of another amount', payout('SETTLED', { amount: 1n }), ['PayoutContradicted']],
  ['in a state of its own', payout('LOST' as 'FAILED'), []],
  ['of another key', payout('SETTLED', { idempotencyKey: 'another' }), []],
])('nothing is decided while the provider knows it as %s', async (_what, get, events) => {
  const { decide, since } = await unanswered([get]);
  await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual(events);
});

test('the second is refused by what the provider has learnt since the first', async () => {
  const { decide, since } = await unanswered([failed('NOT_FOUND'), payout('SETTLED')]);
  await decide('ana');
  await expect(decide('bob')).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual(['PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted']);
});

test.each([
  ['a later attempt, which the log has lost, was paid', payout('SETTLED'), 'knows attempt 2 as SETTLED'],
  ['a provider does not answer', failed('UNAVAILABLE'), 'does not answer'],
])('of a payout that a loss of the log holds nothing is decided while %s', async (_what, second, why) => {
  const { deps, bank, since } = await unanswered([failed('NOT_FOUND')]);
  await happened(deps.eventStore, event('PayoutHeld', { lostSince: time(75) }));
  const later = providerKeyOf('cid1', 2);
  const get: PayoutProvider['get'] = async (context, key) =>
    key === later ? about(key, second) : bank.provider.get(context, key);
  const asking = { ...deps, providers: [{ ...bank.provider, get }], mostAttempts: 3 };
  const decide = (by: string) => decidePayout(asking)({ paymentId: 'cid1', by, mayPropose: true }, asked(deps));
  await expect(decide('ana')).rejects.toMatchObject({
    rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
  });
  expect(await since()).toEqual(['PayoutHeld']);
});

test('before 2 h nothing is decided', async () => {
  const { decide, since } = await unanswered([failed('NOT_FOUND')], TWO_HOURS_MS - 1);
  await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual([]);
});

test('a settlement after it is an alarm, and the payment stays failed', async () => {
  const { deps, decide, since, providerKey } = await unanswered([failed('NOT_FOUND')]);
  await decide('ana');
  await decide('bob');
  const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };
  const outcome = { kind: 'SETTLED', ...settlement } as const;
  const told = { stream: 'cashout-cid1', providerKey, causeEventId: 'late', dispatchedAt: null, outcome } as const;
  await recordPayoutOutcome(deps)(told);
  expect((await since()).at(-1)).toBe('PayoutContradicted');
  expect(deps.alerts).toContainEqual(expect.objectContaining({ what: 'A provider contradicts itself about a payout' }));
});

test('what owes nothing, and what was not sent, is not decided', async () => {
  const nothing = core();
  const asking = decidePayout({ ...nothing, ...NOBODY })(
    { paymentId: 'cid1', by: 'ana', mayPropose: true },
    asked(nothing),
  );
  await expect(asking).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
  const deps = await withRequestedPayout();
  await expect(
    decidePayout({ ...deps, ...NOBODY })({ paymentId: 'cid1', by: 'ana', mayPropose: true }, asked(deps)),
  ).rejects.toMatchObject(WRONG_STATE);
});
