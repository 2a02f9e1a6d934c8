import { SIMULATED_NETWORK } from '../../aggregates/chain';
import type { Mode } from '../../aggregates/partner/events';
import { canonicalAddress, FAMILIES } from '../chains/families';
import type { NetworkSettings } from '../chains/network-settings';
import { readJsonFile, refuseFile } from './json-file';
import { type NetworkEntry, networksFileShape } from './network-entry';
import { signersOf, watchedTreasury } from './signers';

export type { Finality, NetworkSettings } from '../chains/network-settings';

const BLOCK_TIME_TOLERANCE_SECONDS = 30;
const LOCAL_EXPIRY_GRACE_SECONDS = 10;
/** Visible ASCII and spaces: nothing that could end a header and begin another. */
const HEADER_VALUE = /^[\x20-\x7e]{1,4096}$/;

export interface NetworkDefaults {
  /** EXPIRY_GRACE_SECONDS; local networks default to 10. */
  readonly expiryGraceSeconds: number;
}

/** The environment variable that a header names; undefined when unset or one of the service's own. */
export type SecretReader = (variable: string) => string | undefined;

interface Reading {
  readonly defaults: NetworkDefaults;
  readonly secretOf: SecretReader;
  readonly refuse: (key: string, detail: string) => Error;
}

const addressesOf = (
  texts: readonly string[],
  family: NetworkEntry['family'],
  refuse: (detail: string) => Error,
): readonly string[] =>
  texts.map((text) => {
    const address = canonicalAddress(family, text);
    if (address === null) throw refuse(`${text} is not an address of the ${family} family`);
    return address;
  });

const receiversOf = (entry: NetworkEntry, { refuse }: Reading): readonly string[] => {
  const { family, receiver, receivers } = entry;
  if ((receiver === undefined) === (receivers === undefined))
    throw refuse('receivers', 'exactly one of receiver and receivers is required');
  const key = receiver === undefined ? 'receivers' : 'receiver';
  const canonical = addressesOf(receivers ?? [receiver ?? ''], family, (detail) => refuse(key, detail));
  const twice = repeated(canonical);
  if (twice !== null) throw refuse(key, `${twice} is listed twice`);
  return canonical;
};

const modeOf = ({ mode, local = false }: NetworkEntry, { refuse }: Reading): Mode => {
  if (local && mode === 'live') throw refuse('mode', 'a local chain is never live');
  const known = mode ?? (local ? 'sandbox' : undefined);
  if (known === undefined) throw refuse('mode', 'is missing: "live" for real money, "sandbox" for a test network');
  return known;
};

const headersOf = ({ headers = {} }: NetworkEntry, { secretOf, refuse }: Reading): Readonly<Record<string, string>> => {
  const twice = repeated(Object.keys(headers).map((name) => name.toLowerCase()));
  if (twice !== null) throw refuse('headers', `${twice} is listed twice`);
  const valued = Object.entries(headers).map(([name, variable]) => {
    const value = secretOf(variable);
    if (value === undefined)
      throw refuse(`headers.${name}`, `the environment variable ${variable} is not set, or is the service's own`);
    if (!HEADER_VALUE.test(value))
      throw refuse(`headers.${name}`, `the value of the environment variable ${variable} cannot stand in a header`);
    return [name, value] as const;
  });
  return Object.fromEntries(valued);
};

const identityOf = (entry: NetworkEntry, { refuse }: Reading): Pick<NetworkSettings, 'chainId' | 'networkId'> => {
  const identity = { chainId: entry.chainId ?? null, networkId: entry.networkId ?? null };
  const objection = FAMILIES[entry.family].objectionToIdentity(identity);
  if (objection !== null) throw refuse(objection.key, objection.detail);
  return identity;
};

const mustNotBeSimulated = ({ name }: NetworkEntry, { refuse }: Reading): void => {
  if (name === SIMULATED_NETWORK) throw refuse('name', 'belongs to the simulated network of the sandbox');
};

const settingsOf = (entry: NetworkEntry, reading: Reading): NetworkSettings => {
  const { name, family, local = false, callsPerSecond = null, watchNative = false } = entry;
  mustNotBeSimulated(entry, reading);
  const [receiver = '', ...older] = receiversOf(entry, reading);
  const mode = modeOf(entry, reading);
  const graceSeconds = local ? LOCAL_EXPIRY_GRACE_SECONDS : reading.defaults.expiryGraceSeconds;
  return {
    ...{ name, family, local, callsPerSecond, watchNative },
    ...identityOf(entry, reading),
    mode,
    receiver,
    receivers: [receiver, ...older],
    ownAddresses: addressesOf(entry.ownAddresses ?? [], family, (detail) => reading.refuse('ownAddresses', detail)),
    rpcUrls: entry.rpcUrls,
    headers: headersOf(entry, reading),
    finality: entry.finality,
    pollIntervalMs: entry.pollIntervalMs,
    blockTimeToleranceSeconds: entry.blockTimeToleranceSeconds ?? BLOCK_TIME_TOLERANCE_SECONDS,
    expiryGraceSeconds: entry.expiryGraceSeconds ?? graceSeconds,
    ...(entry.feeEstimateCents === undefined ? {} : { feeEstimateCents: entry.feeEstimateCents }),
    ...signersOf(entry, { family, mode }, reading),
  };
};

export const repeated = <Value>(values: readonly Value[]): Value | null =>
  values.find((value, index) => values.indexOf(value) !== index) ?? null;

/** Reads NETWORKS_FILE. Throws an operator's message that names the file, the entry and the key. */
export const readNetworksFile = (
  path: string,
  defaults: NetworkDefaults,
  secretOf: SecretReader = () => undefined,
): readonly NetworkSettings[] => {
  const file = { variable: 'NETWORKS_FILE', path };
  const settings = readJsonFile(file, networksFileShape).networks.map((entry) => {
    const refuse = (key: string, detail: string): Error => refuseFile(file, `${entry.name}: ${key}: ${detail}`);
    return settingsOf(entry, { defaults, secretOf, refuse });
  });
  const twice = repeated(settings.map(({ name }) => name));
  if (twice !== null) throw refuseFile(file, `${twice} is listed twice`);
  const watched = watchedTreasury(settings);
  if (watched !== null) {
    const why = 'is a receiver of payments: a redemption to it would also count as a deposit';
    throw refuseFile(file, `${watched.name}: redemption.treasury: ${watched.treasury} ${why}`);
  }
  return settings;
};
