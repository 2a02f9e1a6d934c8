import { z } from 'zod';
import { canonicalAddress } from '../chains/families';
import type { DeliverySettings, NetworkSettings, RedemptionSettings } from '../chains/network-settings';

/** Capitals only, so that a key written here by mistake is refused without being repeated. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

const MOST_ASSETS = 100;
const MOST_TREASURIES = 10;

const signer = {
  signerKey: z.string().regex(VARIABLE_NAME, 'must be the name of an environment variable, in capitals'),
  mostFeePerGasWei: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'is a whole number in digits')
    .optional(),
};

export const redemptionShape = z.strictObject({
  assetId: z.int().positive(),
  treasury: z.string().max(128),
  formerTreasuries: z.array(z.string().max(128)).max(MOST_TREASURIES).optional(),
  partnerId: z.uuid().optional(),
  ...signer,
});

export const deliveryShape = z.strictObject({
  assetIds: z.array(z.int().positive()).min(1).max(MOST_ASSETS).optional(),
  ...signer,
});

type RedemptionEntry = z.infer<typeof redemptionShape>;
type DeliveryEntry = z.infer<typeof deliveryShape>;

export interface SignersEntry {
  readonly redemption?: RedemptionEntry | undefined;
  readonly delivery?: DeliveryEntry | undefined;
}

interface Reading {
  readonly secretOf: (variable: string) => string | undefined;
  readonly refuse: (key: string, detail: string) => Error;
}

type Reached = Pick<NetworkSettings, 'family' | 'mode'>;

/** 500 gwei: several times the highest price so far, and a limit to the loss by a lying node. */
const MOST_FEE_PER_GAS_WEI = '500000000000';

/** The library loads only where a signer is configured. */
const signerOf: (privateKey: string) => unknown = (privateKey) => {
  // oxlint-disable-next-line typescript/no-require-imports
  const loaded = require('../chains/evm/signing/signer') as typeof import('../chains/evm/signing/signer');
  return loaded.signerOf(privateKey);
};

const mustSign = (what: 'redemption' | 'delivery', variable: string, { secretOf, refuse }: Reading): void => {
  const value = secretOf(variable);
  const key = `${what}.signerKey`;
  if (value === undefined)
    throw refuse(key, `the environment variable ${variable} is not set, or is the service's own`);
  if (signerOf(value) === null)
    throw refuse(key, `the environment variable ${variable} holds no private key: 0x and 64 hexadecimal digits`);
};

const mustBeEvm = (what: 'redemption' | 'delivery', { family }: Reached, { refuse }: Reading): void => {
  if (family !== 'evm') throw refuse(what, `this version does not sign on networks of the ${family} family`);
};

const treasuryIn = (key: string, text: string, { refuse }: Reading): string => {
  const treasury = canonicalAddress('evm', text);
  if (treasury === null) throw refuse(key, `${text} is not an address of the evm family`);
  return treasury;
};

/** An allowance names no partner: a shared spender would let each partner take another's allowance. */
const partnerIn = ({ partnerId }: RedemptionEntry, { mode }: Reached, { refuse }: Reading): string | null => {
  if (mode === 'live' && partnerId === undefined)
    throw refuse('redemption.partnerId', 'must be the partner whose users allow this key to debit their tokens');
  return partnerId ?? null;
};

const redemptionOf = (entry: RedemptionEntry, network: Reached, reading: Reading): RedemptionSettings => {
  const { assetId, signerKey, formerTreasuries = [], mostFeePerGasWei = MOST_FEE_PER_GAS_WEI } = entry;
  mustBeEvm('redemption', network, reading);
  const treasury = treasuryIn('redemption.treasury', entry.treasury, reading);
  mustSign('redemption', signerKey, reading);
  return {
    ...{ assetId, treasury, signerKey, mostFeePerGas: mostFeePerGasWei },
    formerTreasuries: formerTreasuries.map((text) => treasuryIn('redemption.formerTreasuries', text, reading)),
    partnerId: partnerIn(entry, network, reading),
  };
};

const deliveryOf = (
  { assetIds, signerKey, mostFeePerGasWei }: DeliveryEntry,
  network: Reached,
  reading: Reading,
): DeliverySettings => {
  mustBeEvm('delivery', network, reading);
  mustSign('delivery', signerKey, reading);
  return { assetIds: assetIds ?? null, signerKey, mostFeePerGas: mostFeePerGasWei ?? MOST_FEE_PER_GAS_WEI };
};

/** Throws an operator's message. Keys are looked at, and left in the environment. */
export const signersOf = (
  { redemption, delivery }: SignersEntry,
  network: Reached,
  reading: Reading,
): Pick<NetworkSettings, 'redemption' | 'delivery'> => ({
  ...(redemption === undefined ? {} : { redemption: redemptionOf(redemption, network, reading) }),
  ...(delivery === undefined ? {} : { delivery: deliveryOf(delivery, network, reading) }),
});

export interface WatchedTreasury extends Pick<NetworkSettings, 'name'> {
  readonly treasury: string;
}

export const watchedTreasury = (networks: readonly NetworkSettings[]): WatchedTreasury | null => {
  const treasuries = networks.flatMap(({ name, chainId, redemption }) =>
    redemption === undefined
      ? []
      : [redemption.treasury, ...redemption.formerTreasuries].map((treasury) => ({ name, chainId, treasury })),
  );
  const isWatched = ({ chainId, treasury }: (typeof treasuries)[number]): boolean =>
    networks.some((other) => other.chainId === chainId && other.receivers.includes(treasury));
  return treasuries.find(isWatched) ?? null;
};
