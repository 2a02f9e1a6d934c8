import path from 'node:path';
import type { Mode } from '../../../aggregates/partner/events';
import type { Catalog } from '../../../commands/ports/chains/catalog';
import type { LoginNetwork } from '../../../commands/wallet-login/wallet-login';
import { buildCatalog } from '../../../infra/catalog/catalog';
import { type CatalogFile, readCatalogFile } from '../../../infra/catalog/catalog-file';
import {
  isLocalNetwork,
  type LocalNetwork,
  localNetwork,
  withLocalNetwork,
} from '../../../infra/catalog/local-network';
import { readNetworksFile } from '../../../infra/catalog/networks';
import { withSimulatedNetwork } from '../../../infra/catalog/simulated-network';
import type { NetworkSettings } from '../../../infra/chains/network-settings';
import { simulatedNetwork } from '../../../infra/chains/simulated/network';
import { objectionToWatching } from '../../../infra/chains/watchable';
import { projectRoot } from '../../../infra/project-root';
import type { RunInfo } from '../../../infra/run-file';
import type { Config } from '../../config';
import { objectionToSigning } from './signer-rules';

/** The local chains of a running service, for processes that join it. */
export const publishedChains = ({ localChains }: RunInfo): readonly LocalNetwork[] => localChains.map(localNetwork);

export interface Offer {
  readonly catalog: Catalog;
  readonly networks: readonly NetworkSettings[];
  /** Every chain of the catalog file and every network of the instance's mode. */
  readonly loginNetworks: readonly LoginNetwork[];
}

const GRACE_SECONDS = 600;

const isWatchable = ({ network, assets }: LocalNetwork): boolean => objectionToWatching(network, assets) === null;

/** Throws before any store opens: wrong file, unwatchable network. An unwatchable local chain is left out. */
export const readOffer = (config: Config, localChains: readonly LocalNetwork[]): Offer => {
  const file = readCatalogFile(config.CATALOG_FILE ?? path.join(projectRoot(), 'config', 'catalog.json'));
  const named = networksOf(config);
  const onNamed = buildCatalog(file, named);
  for (const network of named) mustBeWatchable(config, network, onNamed);
  const local = localChains.filter(isWatchable);
  const networks = [...named, simulatedNetwork, ...local.map(({ network }) => network)];
  return {
    catalog: local.reduce(withLocalNetwork, withSimulatedNetwork(onNamed)),
    networks,
    loginNetworks: loginNetworksOf(file, networks, instanceMode(config)),
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
    isLocalNetwork(name) && mode === 'live'
      ? {
          key: 'name',
          detail: 'names the local chain of this service, which cannot be a live network',
        }
      : expiryGraceSeconds > ceilingSeconds
        ? {
            key: 'expiryGraceSeconds',
            detail: `${expiryGraceSeconds} s exceeds EXPIRY_CEILING_SECONDS (${ceilingSeconds})`,
          }
        : (objectionToWatching(network, catalog.assets) ?? objectionToSigning(config, network, catalog));
  if (objection === null) return;
  throw new Error(`NETWORKS_FILE ${NETWORKS_FILE}: ${name}: ${objection.key}: ${objection.detail}`);
};

/** Mode of anonymous prices and of wallets: live in production, sandbox otherwise. */
export const instanceMode = ({ production }: Pick<Config, 'production'>): Mode => (production ? 'live' : 'sandbox');

/** On a chain of the other mode any person could deploy signing code at the address of another person's wallet. */
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
