import { authorizePayout } from '../../../commands/payout/authorize-payout';
import type { OrderToAuthorize } from '../../../commands/ports/providers/callback-source';
import { SAMPLE_DATA } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened } from '../../core';
import { createMemoryExpiringValues } from '../../doubles/memory-expiring-values';

const KEY = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'maria@exemplo.com' };
const ORDER: OrderToAuthorize = {
  ...{ key: 'key1', providerId: 'tr_1', kind: 'PIX_KEY', amount: 15_000n, payee: { key: 'maria@exemplo.com' } },
};

/** A payout of a live credential that was dispatched to Asaas under `key1` just now. */
const dispatched = async ({ mode = 'live' as const, isDecided = false } = {}) => {
  const deps = core();
  const instruction = await deps.vault.seal('u1', JSON.stringify(KEY));
  const terms = { ...SAMPLE_DATA.CashoutIntentCreated.payout, kind: 'PIX_KEY' as const, instruction };
  const sent = { provider: 'asaas', dispatchedAt: deps.clock.iso() };
  await happened(
    deps.eventStore,
    ...[event('CashoutIntentCreated', { mode, payout: terms }), event('DepositAccepted'), event('PayoutRequested')],
    event('PayoutDispatched', sent),
    ...(isDecided ? [event('PayoutRejected')] : []),
  );
  const streamOfPayout = async (key: string) => (key === 'key1' ? ('cashout-cid1' as const) : null);
  const expiring = createMemoryExpiringValues(deps.clock);
  const authorize = authorizePayout({ ...deps, streamOfPayout, expiring });
  const ask = (changes: Partial<OrderToAuthorize> = {}, provider = 'asaas') =>
    authorize(provider, { ...ORDER, ...changes });
  return { deps, ask };
};

test('authorizes a dispatched payout for one order of the bank at any number of questions', async () => {
  const { ask } = await dispatched();
  expect([await ask(), await ask(), await ask({ providerId: 'tr_2' }), await ask()]).toEqual([true, true, false, true]);
});

test.each<[string, Partial<OrderToAuthorize>, string]>([
  ['of an unknown key', { key: 'key2' }, 'asaas'],
  ['of another amount', { amount: 15_001n }, 'asaas'],
  ['of another kind', { kind: 'BOLETO' }, 'asaas'],
  ['to another payee', { payee: { key: 'joao@exemplo.com' } }, 'asaas'],
  ['of another provider', {}, 'woovi'],
])('refuses an order %s', async (_what, changes, provider) => {
  const { ask } = await dispatched();
  expect([await ask(changes, provider), await ask()]).toEqual([false, true]);
});

test('refuses an order after its time, and an order whose payout has ended', async () => {
  const { deps, ask } = await dispatched();
  deps.clock.advance(600_001);
  expect(await ask()).toBe(false);
  expect(await (await dispatched({ isDecided: true })).ask()).toBe(false);
});
