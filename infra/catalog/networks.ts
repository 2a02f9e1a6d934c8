import { z } from 'zod';
import type { Network } from '../../commands/ports/catalog';
import { canonicalAddress } from './addresses';
import { type ConfigurationFile, readJsonFile, refuseFile } from './json-file';

export type Finality = 'finalized' | { readonly depth: number };

/** One network as this instance reaches it. RPC URLs may hold keys: they never leave the process. */
export interface NetworkSettings extends Network {
  readonly rpcUrls: readonly string[];
  /** Sent with each request, such as a provider's key: never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON-RPC calls a second that each endpoint may be asked, members of a batch each; null: as many as there are. */
  readonly callsPerSecond: number | null;
  /** Whether whole blocks are read for the native coin although the catalog does not offer it. */
  readonly watchNative: boolean;
  /** What the chain calls itself where that is no number: genesis hash, passphrase or network id; null on the EVM. */
  readonly networkId: string | null;
  readonly finality: Finality;
  readonly pollIntervalMs: number;
  /** A development chain. */
  readonly local: boolean;
}

const seconds = z.int().min(0).max(86_400);

const networkShape = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'is a lower-case word'),
  family: z.enum(['evm', 'solana', 'stellar', 'tron', 'xrpl']),
  chainId: z.int().positive().nullish(),
  rpcUrls: z
    .array(z.url({ protocol: /^(?:https?|wss?)$/ }))
    .min(1)
    .max(5),
  receiver: z.string().max(128),
  finality: z.union([z.literal('finalized'), z.strictObject({ depth: z.int().positive().max(100_000) })]),
  pollIntervalMs: z.int().min(50).max(600_000),
  blockTimeToleranceSeconds: seconds.optional(),
  expiryGraceSeconds: seconds.optional(),
  local: z.boolean().optional(),
});

const fileShape = z.strictObject({ networks: z.array(networkShape).max(100) });

type NetworkEntry = z.infer<typeof networkShape>;

const BLOCK_TIME_TOLERANCE_SECONDS = 30;
const LOCAL_EXPIRY_GRACE_SECONDS = 10;

export interface NetworkDefaults {
  /** EXPIRY_GRACE_SECONDS; local networks wait ten seconds unless their entry says otherwise. */
  readonly expiryGraceSeconds: number;
}

const settingsOf = (file: ConfigurationFile, entry: NetworkEntry, defaults: NetworkDefaults): NetworkSettings => {
  const { name, family, chainId = null, local = false } = entry;
  const receiver = canonicalAddress(family, entry.receiver);
  if (receiver === null) throw refuseFile(file, `the receiver of ${name} is not an address of the ${family} family`);
  if ((family === 'evm') !== (chainId !== null))
    throw refuseFile(file, `${name}: an EVM network has a chainId, and no other has one`);
  return {
    name,
    family,
    chainId,
    receiver,
    receivers: [receiver],
    mode: local ? 'sandbox' : 'live',
    rpcUrls: entry.rpcUrls,
    headers: {},
    callsPerSecond: null,
    watchNative: false,
    networkId: null,
    finality: entry.finality,
    pollIntervalMs: entry.pollIntervalMs,
    blockTimeToleranceSeconds: entry.blockTimeToleranceSeconds ?? BLOCK_TIME_TOLERANCE_SECONDS,
    expiryGraceSeconds: entry.expiryGraceSeconds ?? (local ? LOCAL_EXPIRY_GRACE_SECONDS : defaults.expiryGraceSeconds),
    local,
  };
};

/** The first of the values that occurs twice, or null. */
export const repeated = <Value>(values: readonly Value[]): Value | null =>
  values.find((value, index) => values.indexOf(value) !== index) ?? null;

/** Reads NETWORKS_FILE. Throws with a message for the operator that names the file and the key. */
export const readNetworksFile = (path: string, defaults: NetworkDefaults): readonly NetworkSettings[] => {
  const file = { variable: 'NETWORKS_FILE', path };
  const settings = readJsonFile(file, fileShape).networks.map((entry) => settingsOf(file, entry, defaults));
  const twice = repeated(settings.map(({ name }) => name));
  if (twice !== null) throw refuseFile(file, `${twice} is there twice`);
  return settings;
};
