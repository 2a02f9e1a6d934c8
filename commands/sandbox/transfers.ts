import { cashout } from '../../aggregates/cashout/cashout';
import type { NetworkName } from '../../aggregates/chain';
import { type BaseUnits, parseMinor } from '../../aggregates/money';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { HandleDeps } from '../handling/request';
import type { Asset, Catalog } from '../ports/chains/catalog';
import type { NetworkControls, PlayedTransaction } from '../ports/providers/sandbox-controls';
import { type Asked, ownState } from './decisions';
import { type DepositKind, depositsOf } from './deposit-kinds';

export interface TransferDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly catalog: Pick<Catalog, 'networks' | 'assets'>;
  readonly sandboxControls: NetworkControls;
}

export interface PlacedDeposit {
  readonly network: NetworkName;
  readonly transactions: readonly PlayedTransaction[];
}

export interface CreditWallet {
  readonly partnerId: string;
  readonly wallet: string;
  readonly assetId: number;
  /** Decimal, of whole units. */
  readonly amount: string;
  /** The new allowance of the spender; null: unchanged. */
  readonly allowance: string | null;
}

export interface CreditedWallet {
  readonly asset: Asset;
  readonly transaction: PlayedTransaction;
}

const baseUnitsOf = ({ symbol, decimals }: Asset, field: string, text: string): BaseUnits => {
  const units = parseMinor(text, decimals);
  if (units === null) throw invalidField(field, `is no amount of ${symbol}, which has ${decimals} decimals`);
  return units;
};

/** Transfers on the simulated network. No event is written: they are observed and matched like any other. */
export const sandboxTransfers = ({ eventStore, catalog, sandboxControls }: TransferDeps) => {
  const { networks, assets } = catalog;
  const isSimulated = (network: string): boolean =>
    networks.some(({ name, family }) => name === network && family === 'simulated');
  return {
    placeSandboxDeposit: async ({
      kind,
      ...asked
    }: Asked & { readonly kind: DepositKind }): Promise<PlacedDeposit | null> => {
      const state = await ownState(eventStore, cashout, asked);
      if (state === null) return null;
      const { network, assetId } = state.facts;
      const other = assets.find((asset) => asset.network === network && asset.assetId !== assetId);
      if (!isSimulated(network) || other === undefined)
        throw invalidField(
          'intentId',
          `is paid on ${network}: only an intent on the simulated network can be paid here`,
        );
      const transactions: PlayedTransaction[] = [];
      for (const deposit of depositsOf(kind, state.facts, other.assetId))
        transactions.push(await sandboxControls.placeDeposit({ ...deposit, partnerId: asked.partnerId }));
      return { network, transactions };
    },

    creditSandboxWallet: async ({ amount, allowance, ...credit }: CreditWallet): Promise<CreditedWallet> => {
      const asset = assets.find(({ assetId }) => assetId === credit.assetId);
      if (asset === undefined) throw rejection('INVALID_ASSET_ID', 'Unknown assetId; see accepted-cryptos');
      if (!isSimulated(asset.network))
        throw invalidField('assetId', `is on ${asset.network}: only assets of the simulated network can be credited`);
      const transaction = await sandboxControls.creditWallet({
        ...{ ...credit, baseUnits: baseUnitsOf(asset, 'amount', amount) },
        allowance: allowance === null ? null : baseUnitsOf(asset, 'allowance', allowance),
      });
      return { asset, transaction };
    },
  };
};
