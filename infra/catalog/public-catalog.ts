import type { ChainFamily } from '../../aggregates/chain';
import type { Mode } from '../../aggregates/partner/events';
import type { Catalog } from '../../commands/ports/chains/catalog';
import type { Finality, NetworkSettings } from '../chains/network-settings';

export interface PublicCatalog {
  readonly version: string;
  readonly updatedAt: string;
  readonly networks: readonly {
    readonly name: string;
    readonly family: ChainFamily;
    readonly chainId: number | null;
    readonly mode: Mode;
    readonly finality: Finality;
  }[];
  readonly assets: readonly {
    readonly assetId: number;
    readonly symbol: string;
    readonly blockchain: string;
    readonly network: string;
    readonly contractAddress: string | null;
    readonly decimals: number;
    readonly cashIn: boolean;
    readonly cashOut: boolean;
    readonly pegged: boolean;
  }[];
}

export const publicCatalog = (catalog: Catalog, networks: readonly NetworkSettings[]): PublicCatalog => ({
  version: catalog.version,
  updatedAt: catalog.updatedAt,
  networks: networks.map(({ name, family, chainId, mode, finality }) => ({ name, family, chainId, mode, finality })),
  assets: catalog.assets.map(({ network, contract, ...asset }) => ({
    assetId: asset.assetId,
    symbol: asset.symbol,
    blockchain: network,
    network,
    contractAddress: contract,
    decimals: asset.decimals,
    cashIn: asset.cashIn,
    cashOut: asset.cashOut,
    pegged: asset.pegged,
  })),
});
