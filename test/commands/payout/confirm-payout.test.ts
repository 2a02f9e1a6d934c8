import type { EventType } from '../../../aggregates/events';
import { confirmPayout } from '../../../commands/payout/confirm-payout';
import type { Payout } from '../../../commands/ports/payout-provider';
import type { Result } from '../../../commands/ports/result';
import { core, happened, typesOf } from '../../core';
import { failed, offering, payout, scriptedProvider } from '../../doubles/scripted-provider';
import { event } from '../../samples/sample-events';

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

test('a hint makes us ask, and the answer counts', async () => {
  const { bank, since, confirm } = await confirming(payout('SETTLED'));
  await confirm();
  await confirm();
  expect([await since(), bank.asked]).toEqual([
    ['PayoutSettled', 'CashoutCompleted'],
    ['key1', 'key1'],
  ]);
});

test('a return after completion is found', async () => {
  const { since, confirm } = await confirming(payout('RETURNED'), {
    types: [...SENT, 'PayoutSettled', 'CashoutCompleted'],
  });
  await confirm();
  expect(await since()).toEqual(['PayoutReturned']);
});

test('nothing moves when nothing is decided yet', async () => {
  const { since, confirm } = await confirming(payout('PROCESSING'));
  await confirm();
  expect(await since()).toEqual([]);
});

test.each([
  ['the question failed', failed('UNAVAILABLE')],
  ['the provider does not know it', failed('NOT_FOUND')],
  ['the answer is about another key', payout('SETTLED', { idempotencyKey: 'key2' })],
])('nothing moves when %s, and the provider must call again', async (_name, said) => {
  const { since, confirm } = await confirming(said);
  await expect(confirm()).rejects.toThrow('did not say what became of it');
  expect(await since()).toEqual([]);
});

test('a key that is not known yet must be told again; after ten minutes it is nobody of ours', async () => {
  const { bank, confirm } = await confirming(payout('SETTLED'));
  await expect(confirm({ providerKey: 'key9' })).rejects.toThrow('No payout is known under this key yet');
  await expect(confirm({ providerKey: 'key9', ageMs: 599_999 })).rejects.toThrow(
    'No payout is known under this key yet',
  );
  await confirm({ providerKey: 'key9', ageMs: 600_000 });
  expect(bank.asked).toEqual([]);
});

test('a key that was requested and sent to nobody yet must be told again', async () => {
  const { since, bank, confirm } = await confirming(payout('SETTLED'), { types: SENT.slice(0, 3) });
  await expect(confirm()).rejects.toThrow('No payout is known under this key yet');
  expect([await since(), bank.asked]).toEqual([[], []]);
});

describe('A7: a callback counts only from the provider that was sent the key', () => {
  test('from another one it is ignored and told, and nobody is asked', async () => {
    const { deps, bank, other, since, confirm } = await confirming(payout('SETTLED'));
    await confirm({ provider: 'another' });
    expect([await since(), bank.asked, other.asked]).toEqual([[], [], []]);
    expect(deps.alerts).toEqual([
      {
        what: 'A provider called about a payout of another one',
        facts: { stream: 'cashout-cid1', providerKey: 'key1', provider: 'another' },
      },
    ]);
  });

  test('nobody else is asked in place of one that is not configured any more', async () => {
    const { other, since, confirm } = await confirming(payout('SETTLED'), { isGone: true });
    await expect(confirm()).rejects.toThrow('did not say what became of it: NO_PROVIDER');
    expect([await since(), other.asked]).toEqual([[], []]);
  });
});
