import type { EventType } from '../../../../aggregates/events';
import { confirmPayout } from '../../../../commands/payout/outcome/confirm-payout';
import type { Payout } from '../../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../../core';
import { failed, offering, payout, scriptedProvider } from '../../../doubles/scripted-provider';

const SENT = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const;

/** Sent to the provider `sandbox` under `key1`; `another` is configured, too. */
const confirming = async (
  said: Result<Payout>,
  { types = SENT, isGone = false }: { readonly types?: readonly EventType[]; readonly isGone?: boolean } = {},
) => {
  const deps = core();
  await happened(deps.eventStore, ...types.map((type) => event(type)));
  const bank = scriptedProvider({ get: [said], name: 'sandbox' });
  const other = scriptedProvider({ get: [payout('SETTLED')], name: 'another' });
  const streamOfPayout = async (key: string) => (key === 'key1' ? ('cashout-cid1' as const) : null);
  const payoutProviders = isGone ? offering(other.provider) : offering(other.provider, bank.provider);
  const confirm = confirmPayout({ ...deps, payoutProviders, streamOfPayout });
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(types.length);
  return {
    deps,
    bank,
    other,
    since,
    confirm: ({ providerKey = 'key1', ageMs = 0, provider = 'sandbox' } = {}) =>
      confirm({ provider, providerKey, providerEventId: 'sbx_evt_1', firstMadeAtMs: deps.clock.now() - ageMs }),
  };
};

test('asks the provider at each callback, and records its answer once', async () => {
  const { bank, since, confirm } = await confirming(payout('SETTLED'));
  await confirm();
  await confirm();
  expect([await since(), bank.asked]).toEqual([
    ['PayoutSettled', 'CashoutCompleted'],
    ['key1', 'key1'],
  ]);
});

test('asks for an answer that is not older than the callback', async () => {
  const { deps, bank, confirm } = await confirming(payout('PROCESSING'));
  await confirm({ ageMs: 1_000 });
  expect(bank.questions[0]?.since).toBe(new Date(deps.clock.now() - 1_000).toISOString());
});

test('finds a return after completion', async () => {
  const { since, confirm } = await confirming(payout('RETURNED'), {
    types: [...SENT, 'PayoutSettled', 'CashoutCompleted'],
  });
  await confirm();
  expect(await since()).toEqual(['PayoutReturned']);
});

test('records no event without a final outcome', async () => {
  const { since, confirm } = await confirming(payout('PROCESSING'));
  await confirm();
  expect(await since()).toEqual([]);
});

test.each([
  ['the question failed', failed('UNAVAILABLE')],
  ['the provider does not know it', failed('NOT_FOUND')],
  ['the answer has another key', payout('SETTLED', { idempotencyKey: 'key2' })],
])('records no event when %s, and asks again for a day at growing intervals', async (_name, said) => {
  const { deps, since, confirm } = await confirming(said);
  const waitsMs = async (ageMs: number) => {
    const resolved = await confirm({ ageMs });
    return resolved === 'done' ? 'done' : resolved.askAgainAtMs - deps.clock.now();
  };
  expect([await waitsMs(0), await waitsMs(5_000), await waitsMs(86_399_999)]).toEqual([1_000, 5_000, 300_000]);
  const told = () => deps.alerts.filter(({ what }) => what.includes('does not report its outcome'));
  expect(told()).toEqual([]);
  expect([await waitsMs(86_400_000), told().length, await since()]).toEqual(['done', 1, []]);
});

test('asks about an unknown key for ten minutes, and then stops', async () => {
  const { bank, confirm } = await confirming(payout('SETTLED'));
  const again = { askAgainAtMs: expect.any(Number) };
  expect(await confirm({ providerKey: 'key9' })).toEqual(again);
  expect(await confirm({ providerKey: 'key9', ageMs: 599_999 })).toEqual(again);
  expect(await confirm({ providerKey: 'key9', ageMs: 600_000 })).toBe('done');
  expect(bank.asked).toEqual([]);
});

test('asks again about a key that was requested and not sent', async () => {
  const { since, bank, confirm } = await confirming(payout('SETTLED'), { types: SENT.slice(0, 3) });
  expect(await confirm()).toEqual({ askAgainAtMs: expect.any(Number) });
  expect([await since(), bank.asked]).toEqual([[], []]);
});

describe('a callback counts only from the provider that was sent the key', () => {
  test('ignores and reports a callback from another provider, and asks no provider', async () => {
    const { deps, bank, other, since, confirm } = await confirming(payout('SETTLED'));
    await confirm({ provider: 'another' });
    expect([await since(), bank.asked, other.asked]).toEqual([[], [], []]);
    expect(deps.alerts).toEqual([
      {
        what: 'A provider sent a callback about a payout of another provider',
        facts: { stream: 'cashout-cid1', providerKey: 'key1', provider: 'another' },
      },
    ]);
  });

  test('asks no other provider instead of a missing one', async () => {
    const { other, since, confirm } = await confirming(payout('SETTLED'), { isGone: true });
    expect(await confirm()).toEqual({ askAgainAtMs: expect.any(Number) });
    expect([await since(), other.asked]).toEqual([[], []]);
  });
});
