import type { EventType } from '../../aggregates/events';
import type { StoredCallback } from '../../commands/ports/callback-inbox';
import type { Payout } from '../../commands/ports/providers/payout-provider';
import type { Result } from '../../commands/ports/providers/result';
import { takeCallback } from '../../commands/take-callback';
import { memoryInbox } from '../../packages/testing/src/ledger/memory/memory-inbox';
import { event } from '../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../core';
import { failed, offering, payout, scriptedProvider } from '../doubles/scripted-provider';

const SENT = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const;
const SETTLED: readonly EventType[] = [...SENT, 'PayoutSettled', 'CashoutCompleted'];

/** Sent to `sandbox` under `key1`; what the provider answers is the last of what was said. */
const taking = async (said: readonly Result<Payout>[], types: readonly EventType[] = SENT) => {
  const deps = core();
  await happened(deps.eventStore, ...types.map((type) => event(type)));
  const bank = scriptedProvider({ get: said, name: 'sandbox' });
  const streamOfPayout = async (key: string) => (key === 'key1' ? ('cashout-cid1' as const) : null);
  const callbackInbox = memoryInbox();
  const take = takeCallback({ ...deps, callbackInbox, payoutProviders: offering(bank.provider), streamOfPayout });
  const callback = (eventId: string, ...keys: readonly string[]): StoredCallback => ({
    source: 'bank/sandbox',
    eventId,
    hints: keys.map((key) => ({ kind: 'payout', key })),
    receivedAtMs: deps.clock.now(),
  });
  const stored = async (...callbacks: readonly StoredCallback[]): Promise<void> => {
    for (const each of callbacks) await callbackInbox.store(each, new Uint8Array());
  };
  const takeDue = async () => {
    const results: unknown[] = [];
    for (const due of callbackInbox.due()) results.push(await take(due));
    return results;
  };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(types.length);
  return { deps, bank, take, takeDue, callback, stored, since, due: callbackInbox.due };
};

test('asks the provider at a callback, and completes the callback', async () => {
  const { bank, stored, takeDue, callback, since, due } = await taking([payout('SETTLED')]);
  await stored(callback('e1', 'key1'));
  expect([await takeDue(), await since(), bank.asked, due()]).toEqual([
    ['done'],
    ['PayoutSettled', 'CashoutCompleted'],
    ['key1'],
    [],
  ]);
});

test('keeps a repeated callback once, and settles once at simultaneous runs', async () => {
  const { take, stored, takeDue, callback, since, due } = await taking([payout('SETTLED')]);
  await stored(callback('e1', 'key1'), callback('e1', 'key1'), callback('e2', 'key1'));
  expect(due().length).toBe(2);
  await Promise.all([take(callback('e1', 'key1')), take(callback('e1', 'key1'))]);
  await takeDue();
  expect(await since()).toEqual(['PayoutSettled', 'CashoutCompleted']);
});

test.each([
  ['the older state last', payout('PROCESSING'), []],
  ['a state from before it was sent', payout('CREATED'), []],
  ['a settlement once more', payout('SETTLED'), []],
  ['the opposite of what was said', payout('FAILED'), ['PayoutContradicted']],
])('keeps the settlement after %s', async (_what, said, recorded) => {
  const { stored, takeDue, callback, since, due } = await taking([said], SETTLED);
  await stored(callback('late', 'key1'), callback('later', 'key1'));
  await takeDue();
  expect([await since(), due()]).toEqual([recorded, []]);
});

test('ignores the content of the callback: only the provider’s answer counts', async () => {
  const { stored, takeDue, callback, since } = await taking([payout('PROCESSING')]);
  await stored(callback('sbx_evt_says_settled', 'key1'));
  await takeDue();
  expect(await since()).toEqual([]);
});

test('keeps a callback about an unknown key for ten minutes, and asks no provider', async () => {
  const { deps, bank, stored, takeDue, callback, due } = await taking([payout('SETTLED')]);
  await stored(callback('foreign', 'somebody-elses'));
  expect([await takeDue(), due().length]).toEqual([[{ askAgainAtMs: deps.clock.now() + 1_000 }], 1]);
  deps.clock.advance(600_000);
  expect([await takeDue(), due(), bank.asked]).toEqual([['done'], [], []]);
});

test('ignores a callback from another provider', async () => {
  const { bank, take, callback, since } = await taking([payout('SETTLED')]);
  await take({ ...callback('e1', 'key1'), source: 'bank/other' });
  expect([await since(), bank.asked]).toEqual([[], []]);
});

test('follows each hint, and repeats until every question is answered', async () => {
  const { deps, stored, takeDue, callback, since, due } = await taking([failed('UNAVAILABLE'), payout('SETTLED')]);
  await stored(callback('many', 'unknown', 'key1'));
  expect([await takeDue(), await since()]).toEqual([[{ askAgainAtMs: deps.clock.now() + 1_000 }], []]);
  deps.clock.advance(1_000);
  expect([await takeDue(), await since(), due().length]).toEqual([
    [{ askAgainAtMs: deps.clock.now() + 1_000 }],
    ['PayoutSettled', 'CashoutCompleted'],
    1,
  ]);
});
