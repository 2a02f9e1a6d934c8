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
  ['an unknown asset', 999, '1', null, 'INVALID_ASSET_ID', undefined],
  ['an asset elsewhere', 201, '1', null, 'VALIDATION_ERROR', 'assetId'],
  ['less than a base unit', 9102, '0.0000001', null, 'VALIDATION_ERROR', 'amount'],
  ['no number', 9103, '-1', null, 'VALIDATION_ERROR', 'amount'],
  ['no allowance', 9103, '1', '1e3', 'VALIDATION_ERROR', 'allowance'],
])('%s is refused, and nothing happens', async (_what, assetId, amount, allowance, code, field) => {
  const { played, credit } = crediting();
  const refused = { code, ...(field === undefined ? {} : { fieldErrors: { [field]: expect.any(String) as string } }) };
  await expect(credit(assetId, amount, allowance)).rejects.toMatchObject({ rejection: refused });
  expect(played).toEqual([]);
});
