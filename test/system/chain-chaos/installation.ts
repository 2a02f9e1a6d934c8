import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { NO_LIMITS } from '../../doubles/limits';
import { RECEIVER } from './node/chain';
import type { Profile } from './node/profiles';

export const COIN_ID = 9_501;
export const TOKEN_ID = 9_502;
/** A block this much later than the window still counts. */
export const TOLERANCE_SECONDS = 3;

const POLL_MS = 250;
const SETTLE_MS = 200;

export interface InstallationOptions {
  /** Where the files go; the data directory is below. */
  readonly folder: string;
  readonly dataDir: string;
  readonly profile: Profile;
  readonly token: string;
  readonly rpcUrls: readonly string[];
  readonly windowSeconds: number;
  readonly graceSeconds: number;
}

const networkOf = ({ profile, rpcUrls, graceSeconds }: InstallationOptions): object => ({
  name: profile.network,
  family: 'evm',
  chainId: profile.chainId,
  rpcUrls,
  receiver: RECEIVER,
  finality: 'finalized',
  pollIntervalMs: POLL_MS,
  blockTimeToleranceSeconds: TOLERANCE_SECONDS,
  expiryGraceSeconds: graceSeconds,
  mode: 'sandbox',
});

const catalogOf = ({ profile, token }: InstallationOptions): object => {
  const { network, chainId, coin } = profile;
  const chain = { name: network, family: 'evm', chainId, native: coin, memo: 'calldata', finality: 'finalized' };
  const offered = { chain: network, cashIn: true, cashOut: true };
  return {
    generatedAt: '2026-11-20',
    chains: { [network]: { ...chain, addressRegex: '^0x[0-9a-fA-F]{40}$' } },
    assets: [
      {
        ...offered,
        ...{ assetId: COIN_ID, catalogKey: `${network}:${coin}`, symbol: coin, standard: 'native' },
        ...{ address: null, decimals: 18 },
      },
      {
        ...offered,
        ...{ assetId: TOKEN_ID, catalogKey: `${network}:USDT`, symbol: 'USDT', standard: 'erc20' },
        ...{ address: token, decimals: 6 },
      },
    ],
  };
};

/** Writes what the service is configured with, and answers its environment. */
export const writeInstallation = (options: InstallationOptions): Readonly<Record<string, string>> => {
  const networksFile = path.join(options.folder, 'networks.json');
  const catalogFile = path.join(options.folder, 'catalog.json');
  writeFileSync(networksFile, JSON.stringify({ networks: [networkOf(options)] }));
  writeFileSync(catalogFile, JSON.stringify(catalogOf(options)));
  return {
    DATA_DIR: options.dataDir,
    NETWORKS_FILE: networksFile,
    CATALOG_FILE: catalogFile,
    QUOTE_WINDOW_SECONDS: String(options.windowSeconds),
    SANDBOX_SETTLE_MS: String(SETTLE_MS),
    RATE_LIMITS: JSON.stringify(NO_LIMITS),
    AMOUNT_LIMITS_CENTS: '100,10000000',
    LOG_LEVEL: 'warn',
  };
};
