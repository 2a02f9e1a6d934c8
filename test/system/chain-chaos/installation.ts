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

/** A network for the two files, without the parts that all networks of the chaos share. */
export interface NetworkFiles {
  readonly network: { readonly name: string; readonly family: string } & Fields;
  /** The catalog's. */
  readonly chain: Fields;
  readonly coin: AssetFields;
  readonly token: AssetFields;
}

type Fields = Readonly<Record<string, unknown>>;
type AssetFields = Fields & { readonly symbol: string; readonly standard: string; readonly decimals: number };

export interface InstallationOptions extends NetworkFiles {
  /** Where the files go; the data directory is below. */
  readonly folder: string;
  readonly dataDir: string;
  readonly rpcUrls: readonly string[];
  readonly windowSeconds: number;
  readonly graceSeconds: number;
}

export const evmFiles = ({ network: name, chainId, coin }: Profile, token: string): NetworkFiles => ({
  network: { name, family: 'evm', chainId, receiver: RECEIVER },
  chain: { chainId, memo: 'calldata', addressRegex: '^0x[0-9a-fA-F]{40}$' },
  coin: { symbol: coin, standard: 'native', address: null, decimals: 18 },
  token: { symbol: 'USDT', standard: 'erc20', address: token, decimals: 6 },
});

const networkOf = ({ network, rpcUrls, graceSeconds }: InstallationOptions): object => ({
  ...{ ...network, rpcUrls, finality: 'finalized', pollIntervalMs: POLL_MS, mode: 'sandbox' },
  ...{ blockTimeToleranceSeconds: TOLERANCE_SECONDS, expiryGraceSeconds: graceSeconds },
});

const catalogOf = ({ network: { name, family }, chain, coin, token }: InstallationOptions): object => {
  const offered = { chain: name, cashIn: true, cashOut: true };
  return {
    generatedAt: '2026-11-20',
    chains: { [name]: { name, family, native: coin.symbol, finality: 'finalized', ...chain } },
    assets: [
      { ...offered, assetId: COIN_ID, catalogKey: `${name}:${coin.symbol}`, ...coin },
      { ...offered, assetId: TOKEN_ID, catalogKey: `${name}:${token.symbol}`, ...token },
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
