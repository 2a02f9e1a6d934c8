import { createHash } from 'node:crypto';
import type { Asset, Catalog, Network } from '../../commands/ports/chains/catalog';
import type { NetworkSettings } from '../chains/network-settings';
import { type AssetEntry, type CatalogFile, contractOf } from './catalog-file';

/** Absent when not configured, so that the version of such a catalog does not change. */
const feeEstimateOf = ({ feeEstimateCents }: NetworkSettings): Pick<Network, 'feeEstimateCents'> =>
  feeEstimateCents === undefined ? {} : { feeEstimateCents };

const networkIdOf = ({ networkId }: NetworkSettings): Pick<Network, 'networkId'> =>
  networkId === null ? {} : { networkId };

const networkOf = (settings: NetworkSettings): Network => {
  const { name, chainId, receiver, receivers, blockTimeToleranceSeconds, expiryGraceSeconds } = settings;
  const facts = {
    ...{ receiver, receivers, blockTimeToleranceSeconds, expiryGraceSeconds },
    ...feeEstimateOf(settings),
    ...networkIdOf(settings),
  };
  // The version depends on the order of the keys.
  return settings.family === 'simulated'
    ? { name, family: settings.family, chainId, mode: settings.mode, ...facts }
    : { name, family: settings.family, chainId, mode: settings.mode, ...facts };
};

const assetOf = (entry: AssetEntry): Asset | null => {
  const { assetId, symbol, chain, decimals, standard, cashIn, cashOut, pegBRL, priceAs, coingeckoId } = entry;
  if (decimals === null || !(cashIn || cashOut)) return null;
  const pegged = pegBRL !== undefined;
  const asset = {
    ...{ assetId, symbol, network: chain, contract: contractOf(entry), decimals, cashIn, cashOut, pegged },
    ...(priceAs === undefined ? {} : { priceAs }),
    ...(pegged && coingeckoId !== undefined ? { coingeckoId } : {}),
  };
  return standard === 'spl-2022' ? { ...asset, standard } : asset;
};

/** Equal content has an equal version in every process. */
const versionOf = (content: Pick<Catalog, 'assets' | 'networks'>): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);

const assemble = (assets: readonly Asset[], networks: readonly Network[], updatedAt: string): Catalog => {
  const content = { assets: [...assets].sort((left, right) => left.assetId - right.assetId), networks };
  return { version: versionOf(content), updatedAt, ...content };
};

const chainText = (family: string, chainId: number | null): string =>
  chainId === null ? family : `${family} ${chainId}`;

const mustBeTheSameChain = (file: CatalogFile, network: NetworkSettings): void => {
  const chain = file.chains[network.name];
  if (chain === undefined) return;
  const [ours, theirs] = [chainText(network.family, network.chainId), chainText(chain.family, chain.chainId ?? null)];
  if (ours !== theirs)
    throw new Error(
      `NETWORKS_FILE: ${network.name} is ${ours}, but ${theirs} in the catalog: rename one of the chains`,
    );
};

/** Assets enabled by the file, on networks reached. A network's name is its chain in the file; unknown: no assets. */
export const buildCatalog = (file: CatalogFile, networks: readonly NetworkSettings[]): Catalog => {
  for (const network of networks) mustBeTheSameChain(file, network);
  const reached = new Set(networks.map(({ name }) => name));
  const assets = file.assets.flatMap((entry) => (reached.has(entry.chain) ? (assetOf(entry) ?? []) : []));
  return assemble(assets, networks.map(networkOf), new Date(file.generatedAt).toISOString());
};

/** Throws when the network's name or an asset id is taken. */
export const addNetwork = (catalog: Catalog, settings: NetworkSettings, assets: readonly Asset[]): Catalog => {
  if (catalog.networks.some(({ name }) => name === settings.name))
    throw new Error(`The catalog has a network ${settings.name} already`);
  const taken = assets.find(({ assetId }) => catalog.assets.some((asset) => asset.assetId === assetId));
  if (taken !== undefined) throw new Error(`Asset id ${taken.assetId} is taken in the catalog`);
  return assemble([...catalog.assets, ...assets], [...catalog.networks, networkOf(settings)], catalog.updatedAt);
};
