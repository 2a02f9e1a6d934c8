import type { Asset } from '../../../../commands/ports/chains/catalog';
import type { DeliveredAsset } from '../../../../commands/ports/providers/crypto-delivery';

/** Both coins have these on each network of the table. */
export const DECIMALS = 6;

const NETWORKS = {
  USDT: ['polygon', 'ethereum', 'celo', 'tron'],
  USDC: ['polygon', 'ethereum', 'base', 'celo'],
} as const;

type Currency = keyof typeof NETWORKS;

export interface DepositAsset extends DeliveredAsset {
  readonly currency: Currency;
  readonly contract: string;
}

const isCurrency = (symbol: string): symbol is Currency => Object.hasOwn(NETWORKS, symbol);

/** Assets that Woovi's documents list, by symbol and network. */
export const depositAssetsIn = (assets: readonly Asset[]): readonly DepositAsset[] =>
  assets.flatMap(({ assetId, network, symbol: currency, contract, decimals }) => {
    if (!isCurrency(currency) || contract === null || decimals !== DECIMALS) return [];
    const networks: readonly string[] = NETWORKS[currency];
    return networks.includes(network) ? [{ assetId, network, currency, contract }] : [];
  });
