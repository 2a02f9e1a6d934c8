import type { OpsDeps } from '../ops-deps';
import type { OpsAmount } from './payment.dto';

export const brl = (cents: string): OpsAmount => ({ baseUnits: cents, decimals: 2, symbol: 'BRL', assetId: null });

interface Terms {
  readonly asset_id: number;
  readonly symbol: string;
  readonly decimals: number;
}

/** An amount of the asset that the payment agreed on. */
export const inAsset = ({ asset_id: assetId, symbol, decimals }: Terms, baseUnits: string): OpsAmount => ({
  ...{ baseUnits, decimals, symbol, assetId },
});

/** An amount of any asset, by the catalog. */
export const inCatalog = (
  { assets }: Pick<OpsDeps, 'assets'>,
  assetId: number | null,
  baseUnits: string,
): OpsAmount => {
  const asset = assets.find((each) => each.assetId === assetId);
  if (asset === undefined) return { baseUnits, decimals: null, symbol: null, assetId: null };
  return { baseUnits, decimals: asset.decimals, symbol: asset.symbol, assetId: asset.assetId };
};
