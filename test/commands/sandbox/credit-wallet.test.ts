import type { CreditToPlay } from '../../../commands/ports/sandbox-controls';
import { creditWallet } from '../../../commands/sandbox/credit-wallet';
import { withSimulatedNetwork } from '../../../infra/catalog/simulated-network';
import { catalog } from '../../samples/quoting';

const PLAYED = { txid: '0x1', minedAt: '2026-11-20T12:00:01.000Z', finalAt: '2026-11-20T12:00:03.000Z' };

const crediting = () => {
  const played: CreditToPlay[] = [];
  const sandboxControls = {
    creditWallet: async (credit: CreditToPlay) => {
      played.push(credit);
      return PLAYED;
    },
  };
  const credit = (assetId: number, amount: string, allowance: string | null = null) =>
    creditWallet({ catalog: withSimulatedNetwork(catalog), sandboxControls })({
      ...{ partnerId: 'p1', wallet: '0xbb', assetId, amount, allowance },
    });
  return { played, credit };
};

test('a wallet gets base units of an asset of the simulated network, and an allowance', async () => {
  const { played, credit } = crediting();
  expect(await credit(9103, '250.05', '100')).toMatchObject({ asset: { symbol: 'BRLS' }, transaction: PLAYED });
  await credit(9102, '0.000001');
  expect(played).toEqual([
    {
      ...{ partnerId: 'p1', wallet: '0xbb', assetId: 9103 },
      ...{ baseUnits: 250_050_000_000_000_000_000n, allowance: 100_000_000_000_000_000_000n },
    },
    { partnerId: 'p1', wallet: '0xbb', assetId: 9102, baseUnits: 1n, allowance: null },
  ]);
});

test.each([
  ['an unknown asset', { assetId: 999 }, { code: 'INVALID_ASSET_ID' }],
  ['an asset elsewhere', { assetId: 201 }, { fieldErrors: { assetId: expect.any(String) as string } }],
  [
    'less than a base unit',
    { assetId: 9102, amount: '0.0000001' },
    { fieldErrors: { amount: expect.any(String) as string } },
  ],
  ['no number', { amount: '-1' }, { fieldErrors: { amount: expect.any(String) as string } }],
  ['no allowance', { allowance: '1e3' }, { fieldErrors: { allowance: expect.any(String) as string } }],
])('%s is refused, and nothing happens', async (_what, changes, refused) => {
  const { played, credit } = crediting();
  const { assetId, amount, allowance } = { assetId: 9103, amount: '1', allowance: null, ...changes };
  await expect(credit(assetId, amount, allowance)).rejects.toMatchObject({ rejection: refused });
  expect(played).toEqual([]);
});
