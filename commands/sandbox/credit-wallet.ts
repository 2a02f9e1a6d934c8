import { type BaseUnits, parseMinor } from '../../aggregates/money';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { Asset, Catalog } from '../ports/catalog';
import type { PlayedTransaction, SandboxControls } from '../ports/sandbox-controls';

export interface CreditWalletDeps {
  readonly catalog: Pick<Catalog, 'networks' | 'assets'>;
  readonly sandboxControls: Pick<SandboxControls, 'creditWallet'>;
}

export interface CreditWallet {
  readonly partnerId: string;
  /** In its canonical form. */
  readonly wallet: string;
  readonly assetId: number;
  /** Decimal, of whole units. */
  readonly amount: string;
  /** What the wallet lets the spender take from then on; null: as before. */
  readonly allowance: string | null;
}

export interface CreditedWallet {
  readonly asset: Asset;
  readonly transaction: PlayedTransaction;
}

/** Gives a wallet units out of nothing, on the simulated network. Refuses INVALID_ASSET_ID, VALIDATION_ERROR. */
export const creditWallet =
  ({ catalog, sandboxControls }: CreditWalletDeps) =>
  async ({ partnerId, wallet, assetId, amount, allowance }: CreditWallet): Promise<CreditedWallet> => {
    const asset = simulatedAsset(catalog, assetId);
    const credit = {
      ...{ partnerId, wallet, assetId, baseUnits: baseUnitsOf(asset, 'amount', amount) },
      allowance: allowance === null ? null : baseUnitsOf(asset, 'allowance', allowance),
    };
    return { asset, transaction: await sandboxControls.creditWallet(credit) };
  };

const simulatedAsset = ({ networks, assets }: CreditWalletDeps['catalog'], assetId: number): Asset => {
  const asset = assets.find((known) => known.assetId === assetId);
  if (asset === undefined) throw rejection('INVALID_ASSET_ID', 'Unknown assetId; see accepted-cryptos');
  const isSimulated = networks.some(({ name, family }) => name === asset.network && family === 'simulated');
  if (isSimulated) return asset;
  throw invalidField('assetId', `is on ${asset.network}: only assets of the simulated network can be credited`);
};

const baseUnitsOf = ({ symbol, decimals }: Asset, field: string, text: string): BaseUnits => {
  const units = parseMinor(text, decimals);
  if (units === null) throw invalidField(field, `is no amount of ${symbol}, which has ${decimals} decimals`);
  return units;
};
