import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { haltPayouts, resumePayouts } from '../../../commands/trouble/halt';
import { asking, typesOf } from '../../core';
import { payout, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../samples/paid-intent';

const KEY = 'ana@example.com';

const withPayee = async () => {
  const deps = await withRequestedPayout();
  const { payoutProviders, sent } = scriptedProvider({ create: [payout('SETTLED')] });
  const instruction = JSON.stringify({ kind: 'PIX_KEY', keyType: 'EMAIL', key: KEY });
  const vault = { ...deps.vault, open: async () => instruction };
  const send = () => dispatchPayout({ ...deps, vault, payoutProviders })(step);
  return { deps, send, sent };
};

test.each([
  { scope: 'METHOD', value: 'PIX_BRCODE' },
  { scope: 'PROVIDER', value: 'scripted' },
  { scope: 'NETWORK', value: 'ethereum' },
  { scope: 'PAYEE', value: KEY },
] as const)('holds new payouts of $scope until it is released', async (halt) => {
  const { deps, send, sent } = await withPayee();
  expect(await haltPayouts(deps)(halt, asking('halt'))).toBe(true);
  expect(await haltPayouts(deps)(halt, asking('again'))).toBe(false);
  await send();
  expect([(await typesOf(deps.eventStore, 'cashout-cid1')).at(-1), sent]).toEqual(['PayoutDeferred', []]);
  expect(await resumePayouts(deps)(halt, asking('release'))).toBe(true);
  await send();
  expect(sent).toHaveLength(1);
});

test('stops no payout of another scope, and keeps no payee in clear', async () => {
  const { deps, send, sent } = await withPayee();
  await haltPayouts(deps)({ scope: 'PAYEE', value: 'bob@example.com' }, asking('payee'));
  await haltPayouts(deps)({ scope: 'NETWORK', value: 'polygon' }, asking('network'));
  await send();
  expect(sent).toHaveLength(1);
  expect(
    JSON.stringify(await deps.eventStore.readStream('halts-payouts'), (_, each) =>
      typeof each === 'bigint' ? '' : each,
    ),
  ).not.toContain('bob');
});
