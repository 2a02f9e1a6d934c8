import path from 'node:path';
import type { Mode } from '../../../aggregates/partner/events';
import type { Catalog } from '../../../commands/ports/chains/catalog';
import type { LoginNetwork } from '../../../commands/wallet-login/wallet-login';
import { buildCatalog } from '../../../infra/catalog/catalog';
import { type CatalogFile, readCatalogFile } from '../../../infra/catalog/catalog-file';
import { LOCAL_NETWORK, localNetwork, withLocalNetwork } from '../../../infra/catalog/local-network';
import { readNetworksFile } from '../../../infra/catalog/networks';
import { withSimulatedNetwork } from '../../../infra/catalog/simulated-network';
import type { NetworkSettings } from '../../../infra/chains/network-settings';
import { simulatedNetwork } from '../../../infra/chains/simulated/network';
import { objectionToWatching } from '../../../infra/chains/watchable';
import { projectRoot } from '../../../infra/project-root';
import type { RunInfo } from '../../../infra/run-file';
import type { Config } from '../../config';
import { objectionToSigning } from './signer-rules';

export interface AddedLocalChain {
  readonly network: NetworkSettings;
  readonly tokenAddress: string;
}

/** The local chain of a running service, for processes that join it. */
export const publishedChain = ({ localChain }: RunInfo): AddedLocalChain | null => {
  if (localChain === undefined) return null;
  const { tokenAddress, ...reached } = localChain;
  return { network: localNetwork(reached), tokenAddress };
};

export interface Offer {
  readonly catalog: Catalog;
  readonly networks: readonly NetworkSettings[];
  /** Every chain of the catalog file and every network of the instance's mode. */
  readonly loginNetworks: readonly LoginNetwork[];
}

const GRACE_SECONDS = 600;

/** The catalog's assets on watched networks, and the simulated network's. Throws before any store opens: wrong file, unwatchable network. */
export const readOffer = (config: Config, local: AddedLocalChain | null): Offer => {
  const file = readCatalogFile(config.CATALOG_FILE ?? path.join(projectRoot(), 'config', 'catalog.json'));
  const named = networksOf(config);
  const onNamed = buildCatalog(file, named);
  for (const network of named) mustBeWatchable(config, network, onNamed);
  const catalog = withSimulatedNetwork(onNamed);
  const networks = [...named, simulatedNetwork];
  if (local === null)
    return { catalog, networks, loginNetworks: loginNetworksOf(file, networks, instanceMode(config)) };
  const reached = [...networks, local.network];
  return {
    catalog: withLocalNetwork(catalog, local.network, local.tokenAddress),
    networks: reached,
    loginNetworks: loginNetworksOf(file, reached, instanceMode(config)),
  };
};

const networksOf = ({ NETWORKS_FILE, EXPIRY_GRACE_SECONDS, secretOf }: Config): readonly NetworkSettings[] =>
  NETWORKS_FILE === undefined
    ? []
    : readNetworksFile(NETWORKS_FILE, { expiryGraceSeconds: EXPIRY_GRACE_SECONDS ?? GRACE_SECONDS }, secretOf);

const mustBeWatchable = (config: Config, network: NetworkSettings, catalog: Catalog): void => {
  const { NETWORKS_FILE, EXPIRY_CEILING_SECONDS: ceilingSeconds } = config;
  const { name, mode, expiryGraceSeconds } = network;
  const objection =
    name === LOCAL_NETWORK && mode === 'live'
      ? {
          key: 'name',
          detail: 'belongs to the chain that the service starts on this machine, and a live network is none',
        }
      : expiryGraceSeconds > ceilingSeconds
        ? {
            key: 'expiryGraceSeconds',
            detail: `${expiryGraceSeconds} s is longer than EXPIRY_CEILING_SECONDS (${ceilingSeconds}): expiry would never wait so long`,
          }
        : (objectionToWatching(network, catalog.assets) ?? objectionToSigning(config, network, catalog));
  if (objection === null) return;
  throw new Error(`NETWORKS_FILE ${NETWORKS_FILE}: ${name}: ${objection.key}: ${objection.detail}`);
};

/** Mode of anonymous prices and of wallets: live in production, sandbox otherwise. */
export const instanceMode = ({ production }: Pick<Config, 'production'>): Mode => (production ? 'live' : 'sandbox');

/** On a chain of the other mode anybody could deploy signing code at the address of somebody else's wallet. */
const loginNetworksOf = (
  file: CatalogFile,
  reached: readonly NetworkSettings[],
  ownMode: Mode,
): readonly LoginNetwork[] => {
  const known = new Map<string, LoginNetwork>(
    Object.entries(file.chains).map(([name, { family, chainId = null }]) => [name, { name, family, chainId }]),
  );
  for (const { name, family, chainId, mode } of reached) {
    if (mode === ownMode) known.set(name, { name, family, chainId });
    else known.delete(name);
  }
  return [...known.values()];
};
