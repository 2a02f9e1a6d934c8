import type { CreditToPlay, DepositToPlay } from '../../../commands/ports/providers/sandbox-controls';
import { sandboxTransfers } from '../../../commands/sandbox/transfers';
import { withSimulatedNetwork } from '../../../infra/catalog/simulated-network';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../core';
import { catalog } from '../../samples/quoting';

const PLAYED = { txid: '0x1', minedAt: '2026-11-20T12:00:01.000Z', finalAt: '2026-11-20T12:00:03.000Z' };
const INTENT = { partnerId: 'p1', mode: 'sandbox', id: 'cid1' } as const;

const opened = async (intent: object = { network: 'simulated', assetId: 9102 }) => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated', intent));
  const played: (DepositToPlay | CreditToPlay)[] = [];
  const play = async (transfer: DepositToPlay | CreditToPlay) => {
    played.push(transfer);
    return PLAYED;
  };
  const sandboxControls = { placeDeposit: play, creditWallet: play };
  const transfers = sandboxTransfers({ ...deps, catalog: withSimulatedNetwork(catalog), sandboxControls });
  return { deps, played, place: transfers.placeSandboxDeposit, credit: transfers.creditSandboxWallet };
};

test('places a transaction in the simulated network of the partner, and writes no event', async () => {
  const { deps, played, place } = await opened();
  expect(await place({ ...INTENT, kind: 'exact' })).toEqual({ network: 'simulated', transactions: [PLAYED] });
  expect(played).toMatchObject([{ partnerId: 'p1', assetId: 9102, fate: 'LANDS' }]);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
});

test('places another asset of the network, and a duplicate as two transactions', async () => {
  const { played, place } = await opened();
  await place({ ...INTENT, kind: 'wrong-asset' });
  expect((await place({ ...INTENT, kind: 'duplicate' }))?.transactions).toHaveLength(2);
  expect(played.map(({ assetId }) => assetId)).toEqual([9101, 9102, 9102]);
});

test('finds no intent of another partner or mode, and refuses one on another network', async () => {
  const { played, place } = await opened();
  for (const changes of [{ partnerId: 'p2' }, { mode: 'live' }] as const)
    expect(await place({ ...INTENT, ...changes, kind: 'exact' })).toBeNull();
  const elsewhere = await opened({ network: 'ethereum', assetId: 201 });
  const intentId = 'is paid on ethereum: only an intent on the simulated network can be paid here';
  await expect(elsewhere.place({ ...INTENT, kind: 'exact' })).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { intentId } },
  });
  expect([played, elsewhere.played]).toEqual([[], []]);
});

const CREDIT = { partnerId: 'p1', wallet: '0xbb', assetId: 9103, amount: '250.05', allowance: null };

test('credits a wallet with base units of an asset of the simulated network, and an allowance', async () => {
  const { played, credit } = await opened();
  expect(await credit({ ...CREDIT, allowance: '100' })).toMatchObject({
    ...{ asset: { symbol: 'BRLS' }, transaction: PLAYED },
  });
  await credit({ ...CREDIT, assetId: 9102, amount: '0.000001' });
  const wallet = { partnerId: 'p1', wallet: '0xbb' };
  expect(played).toEqual([
    { ...wallet, assetId: 9103, baseUnits: 250_050n * 10n ** 15n, allowance: 10n ** 20n },
    { ...wallet, assetId: 9102, baseUnits: 1n, allowance: null },
  ]);
});

const invalid = (field: string) => ({ fieldErrors: { [field]: expect.any(String) as string } });

test.each([
  ['an unknown asset', { assetId: 999 }, { code: 'INVALID_ASSET_ID' }],
  ['an asset elsewhere', { assetId: 201 }, invalid('assetId')],
  ['less than a base unit', { assetId: 9102, amount: '0.0000001' }, invalid('amount')],
  ['no number', { amount: '-1' }, invalid('amount')],
  ['no allowance', { allowance: '1e3' }, invalid('allowance')],
])('credits no wallet with %s', async (_what, changes, rejection) => {
  const { played, credit } = await opened();
  await expect(credit({ ...CREDIT, ...changes })).rejects.toMatchObject({ rejection });
  expect(played).toEqual([]);
});
