import { confirmTransfer } from '../../../../commands/payout/outcome/confirm-transfer';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../../core';
import { failed, offering, payout, scriptedProvider } from '../../../doubles/scripted-provider';

const PAID = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const;
const RETURNED = payout('SETTLED', { returnedAmount: 5_000n });

/** `sandbox` has paid `cid1` by the transfer E1 under `key1`, and is called about by a provider. */
const calledBy = async (provider: string, endToEndId: string, said = RETURNED) => {
  const deps = core();
  await happened(deps.eventStore, ...PAID.map((type) => event(type)), event('PayoutSettled'));
  const bank = scriptedProvider({ get: [said], name: 'sandbox' });
  const confirm = confirmTransfer({
    ...{ ...deps, payoutProviders: offering(bank.provider) },
    streamOfPayout: async (key) => (key === 'key1' ? 'cashout-cid1' : null),
    paymentsPaidBy: async (told) => (told === 'E1' ? ['cid1'] : []),
  });
  const called = { provider, providerKey: endToEndId, providerEventId: 'e1', firstMadeAtMs: deps.clock.now() };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(5);
  return { deps, bank, since, take: () => confirm(called) };
};

test('asks about the keys of the paid payment, and records a return', async () => {
  const { take, bank, since } = await calledBy('sandbox', 'E1');
  expect([await take(), bank.asked, await since()]).toEqual(['done', ['key1'], ['PayoutReturned']]);
});

test('asks again while the provider does not answer', async () => {
  const { take, since, deps } = await calledBy('sandbox', 'E1', failed('UNAVAILABLE'));
  expect([await take(), await since()]).toEqual([{ askAgainAtMs: deps.clock.now() + 1_000 }, []]);
});

test('asks no provider about a transfer of another provider or of no payment of ours', async () => {
  for (const [provider, endToEndId] of [
    ['another', 'E1'],
    ['sandbox', 'E2'],
  ] as const) {
    const { take, bank, deps } = await calledBy(provider, endToEndId);
    expect(await take()).toEqual({ askAgainAtMs: deps.clock.now() + 1_000 });
    deps.clock.advance(600_000);
    expect([await take(), bank.asked]).toEqual(['done', []]);
  }
});
