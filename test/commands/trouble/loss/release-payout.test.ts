import { requestPayout } from '../../../../commands/payout/request-payout';
import { dispatchPayout } from '../../../../commands/payout/sending/dispatch-payout';
import type { AskedPayout, Payout, PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import { release as releasePayment } from '../../../../commands/trouble/release';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { eventsOf, happened, typesOf } from '../../../core';
import { about, failed, offering, payout } from '../../../doubles/scripted-provider';
import { step, withPaidIntent } from '../../../samples/paid-intent';
import { asked } from '../../operator/asked';
import { KEYS, knowing, nobodyKnows } from './knowing';

const lostSince = time(75);
const lost = event('PayoutHeld', { heldAt: time(81), lostSince });
type History = Parameters<typeof happened>[1][];
type Bank = ReturnType<typeof knowing>;

/** A paid intent that a loss holds. */
const heldByLoss = async (banks: readonly Pick<Bank, 'provider'>[], ...history: History) => {
  const deps = await withPaidIntent();
  await happened(deps.eventStore, ...history, lost);
  const providers = banks.map(({ provider }) => provider);
  const wired = { ...deps, payoutProviders: offering(...providers) };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(3 + history.length);
  const releasing = { ...wired, everyPayoutProvider: providers, redemptions: { named: () => null } };
  return { deps: wired, since, release: () => releasePayment(releasing)('cid1', asked(deps)) };
};

const requested = (attempt: number) => event('PayoutRequested', { attempt, providerKey: KEYS[attempt - 1]! });
const sent = (attempt: number) => event('PayoutDispatched', { attempt, providerKey: KEYS[attempt - 1]! });
const rejected = (attempt: number) =>
  event('PayoutRejected', { attempt, providerKey: KEYS[attempt - 1]!, code: 'OTHER', nextAttemptAt: time(115) });

const staysHeld = (why: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
});

test('sends a payout after every provider denied every key and list', async () => {
  const banks = [knowing([]), knowing([], { name: 'second' })] as const;
  const { deps, release, since } = await heldByLoss(banks);
  expect(await requestPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(await release()).toEqual({ outcome: 'RELEASED' });
  for (const { askedKeys, listed } of banks) {
    expect(askedKeys).toEqual(KEYS.slice(0, 3));
    expect(listed).toEqual([[time(75 - 3_600), deps.clock.iso()]]);
  }
  expect(await release()).toEqual({ outcome: 'UNCHANGED' });
  await requestPayout(deps)(step);
  await dispatchPayout(deps)(step);
  expect([banks[0].sent.length, await since()]).toEqual([
    1,
    ['PayoutReleased', 'PayoutRequested', 'PayoutDispatched', 'PayoutSettled', 'CashoutCompleted'],
  ]);
});

test.each([
  ['before it was requested', [], 1, ['PayoutRequested', 'PayoutDispatched']],
  ['once it was requested', [requested(1)], 1, ['PayoutDispatched']],
  ['between attempts', [requested(1), sent(1), rejected(1)], 2, ['PayoutRequested', 'PayoutDispatched']],
] as const)('recovers a payout that a provider knows, lost %s, without sending it, and keeps the hold', async (_when, history, attempt, events) => {
  const answers = [payout('FAILED'), payout('FAILED')].with(attempt - 1, payout('SETTLED')).slice(0, attempt);
  const bank = knowing(answers);
  const { deps, release, since } = await heldByLoss([bank], ...history);
  expect(await release()).toEqual({
    outcome: 'RECOVERED',
    found: [{ step: 'PAYOUT', key: KEYS[attempt - 1], attempt }],
  });
  expect(await since()).toEqual(events);
  deps.clock.advance(3_600_000);
  await requestPayout(deps)(step);
  await dispatchPayout(deps)(step);
  expect([bank.sent, await since()]).toEqual([[], events]);
  const last = (await eventsOf(deps.eventStore, 'cashout-cid1')).at(-1);
  expect(last?.data).toMatchObject({ attempt, providerKey: KEYS[attempt - 1], provider: 'sandbox' });
});

test('asks past known attempts, until three unknown attempts in a row', async () => {
  const bank = knowing([payout('FAILED'), nobodyKnows, payout('FAILED'), payout('PROCESSING')]);
  const { release } = await heldByLoss([bank]);
  expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 4 }] });
  expect(bank.askedKeys).toEqual(KEYS);
});

test('releases the order that is open in the log and known to its provider', async () => {
  const { release, since } = await heldByLoss([knowing([payout('PROCESSING')])], requested(1), sent(1));
  expect([await release(), await since()]).toEqual([{ outcome: 'RELEASED' }, ['PayoutReleased']]);
});

test('reads a whole list from a provider that allows half an hour at a time', async () => {
  const bank = knowing([]);
  const HALF_MS = 1_800_000;
  const provider: PayoutProvider = {
    ...bank.provider,
    list: async (context, from, to) =>
      Date.parse(to) - Date.parse(from) > HALF_MS ? failed('REJECTED') : bank.provider.list(context, from, to),
  };
  const { deps, release } = await heldByLoss([{ provider }]);
  expect(await release()).toEqual({ outcome: 'RELEASED' });
  const [first] = bank.listed;
  expect([first?.[0], bank.listed.at(-1)?.[1]]).toEqual([time(75 - 3_600), deps.clock.iso()]);
});

const listing = (key: string): Result<readonly Payout[]> => {
  const { value } = about(key, payout('SETTLED')) as { readonly value: Payout };
  return { ok: true, value: [value] };
};

test.each<[string, readonly Bank[], History, string]>([
  ['does not answer', [knowing([failed('UNAVAILABLE')])], [], `does not answer for key ${KEYS[0]} (UNAVAILABLE)`],
  ['does not answer, and another does', [knowing([]), knowing([failed('UNKNOWN')], { name: 'b' })], [], 'b does not'],
  ['refuses the question', [knowing([failed('REJECTED')])], [], `does not answer for key ${KEYS[0]} (REJECTED)`],
  ['does not list', [knowing([], { list: failed('RETRYABLE') })], [], 'does not list its payments (RETRYABLE)'],
  ['lists what it does not know', [knowing([], { list: listing(KEYS[1]!) })], [], 'denies it when asked'],
  ['answered for another key', [knowing([payout('SETTLED', { idempotencyKey: 'k' })])], [], 'for another key'],
  ['knows two that may be paid', [knowing([payout('SETTLED'), payout('SETTLED')])], [], 'attempt 1 as SETTLED'],
  [
    'paid what the log has as refused',
    [knowing([payout('SETTLED')])],
    [requested(1), sent(1), rejected(1)],
    'attempt 1 as SETTLED, but the log does not',
  ],
  [
    'knows what was sent to another',
    [knowing([]), knowing([payout('SETTLED')], { name: 'b' })],
    [requested(1), sent(1)],
    'b reports attempt 1',
  ],
  [
    'paid a later one than is open',
    [knowing([payout('FAILED'), payout('SETTLED')])],
    [requested(1), sent(1)],
    'is still open',
  ],
  ['is gone', [knowing([], { name: 'b' })], [requested(1), sent(1), rejected(1)], 'is not configured'],
  ['is not configured at all', [], [], 'No provider is configured'],
])('keeps the hold when a provider %s', async (_what, banks, history, why) => {
  const { release, since } = await heldByLoss(banks, ...history);
  await expect(release()).rejects.toMatchObject(staysHeld(why));
  expect(await since()).toEqual([]);
});

test('keeps the hold when a provider stores no keys, throws, or confirms every key', async () => {
  const { provider } = knowing([]);
  const forgetful = await heldByLoss([{ provider: { ...provider, idempotency: 'LOOKUP_ONLY' } }]);
  await expect(forgetful.release()).rejects.toMatchObject(staysHeld('does not store idempotency keys'));
  const throws = await heldByLoss([{ provider: { ...provider, get: async () => Promise.reject(new Error('bug')) } }]);
  await expect(throws.release()).rejects.toMatchObject(staysHeld('does not answer'));
  const yes = {
    ...provider,
    get: async (_context: unknown, { idempotencyKey: key }: AskedPayout) => about(key, payout('FAILED')),
  };
  const hostile = await heldByLoss([{ provider: yes }]);
  await expect(hostile.release()).rejects.toMatchObject(staysHeld('confirms every key'));
});
