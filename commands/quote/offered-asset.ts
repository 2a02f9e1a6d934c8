import type { Mode } from '../../aggregates/partner/events';
import type { QuoteIssued } from '../../aggregates/quote/events';
import type { Asset, Catalog, Network } from '../ports/chains/catalog';

export interface OfferedAsset {
  readonly asset: Asset;
  readonly network: Network;
}

export const offeredAsset = ({ assets, networks }: Catalog, assetId: number, mode: Mode): OfferedAsset | null => {
  const asset = assets.find((candidate) => candidate.assetId === assetId);
  const network = networks.find(({ name }) => name === asset?.network);
  return asset === undefined || network?.mode !== mode ? null : { asset, network };
};

type QuotedOnChain = Pick<QuoteIssued, 'assetId' | 'network' | 'mode' | 'receiver' | 'decimals'>;

export const isOfferedAsQuoted = (catalog: Catalog, { assetId, mode, ...quoted }: QuotedOnChain): boolean => {
  const offered = offeredAsset(catalog, assetId, mode);
  if (offered === null) return false;
  const { asset, network } = offered;
  const isSame = network.name === quoted.network && asset.decimals === quoted.decimals;
  return isSame && asset.cashOut && network.receivers.includes(quoted.receiver);
};
