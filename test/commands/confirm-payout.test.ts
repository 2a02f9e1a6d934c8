import { confirmPayout } from '../../commands/confirm-payout';
import type { Payout } from '../../commands/ports/payout-provider';
import type { Result } from '../../commands/ports/result';
import { core, happened, typesOf } from '../core';
import { event } from '../sample-events';
import { failed, payout, scriptedProvider } from '../scripted-provider';

const confirming = async (said: Result<Payout>, ...more: readonly ('PayoutSettled' | 'CashoutCompleted')[]) => {
  const deps = core();
  const types = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched', ...more] as const;
  await happened(deps.eventStore, ...types.map((type) => event(type)));
  const bank = scriptedProvider({ get: [said] });
  const intentOfPayout = async (key: string) => (key === 'key1' ? 'cid1' : null);
  const confirm = confirmPayout({ ...deps, payoutProviderFor: bank.payoutProviderFor, intentOfPayout });
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(types.length);
  return {
    bank,
    since,
    confirm: (providerKey = 'key1', ageMs = 0) =>
      confirm({ providerKey, providerEventId: 'sbx_evt_1', firstMadeAtMs: deps.clock.now() - ageMs }),
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
  const { since, confirm } = await confirming(payout('RETURNED'), 'PayoutSettled', 'CashoutCompleted');
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
])('nothing moves when %s, and the provider must call again', async (_name, said) => {
  const { since, confirm } = await confirming(said);
  await expect(confirm()).rejects.toThrow('did not say what became of it');
  expect(await since()).toEqual([]);
});

test('a key that is not known yet must be told again; after ten minutes it is nobody of ours', async () => {
  const { bank, confirm } = await confirming(payout('SETTLED'));
  await expect(confirm('key9')).rejects.toThrow('No payout is known under this key yet');
  await expect(confirm('key9', 599_999)).rejects.toThrow('No payout is known under this key yet');
  await confirm('key9', 600_000);
  expect(bank.asked).toEqual([]);
});
