import type { Digits } from '../../aggregates/money';
import type { Network } from '../../commands/ports/chains/catalog';

/** `finalized` asks the node; a depth in blocks is for chains without that tag, only when configured. */
export type Finality = 'finalized' | { readonly depth: number };

export interface SignerSettings {
  /** The environment variable that holds the private key: settings never contain the key itself. */
  readonly signerKey: string;
  /** Wei for a unit of gas, in digits: no higher fee is signed. */
  readonly mostFeePerGas: Digits;
}

/** Takes a pegged asset from wallets that gave the signer an allowance. */
export interface RedemptionSettings extends SignerSettings {
  readonly assetId: number;
  /** Destination of the debits; not an address that is watched for payments. */
  readonly treasury: string;
  /** Earlier destinations: an open debit to one of them is recognised. */
  readonly formerTreasuries: readonly string[];
  /** Partner whose users gave the allowance: another partner could name their wallets. Null: all of a sandbox. */
  readonly partnerId: string | null;
}

/** Pays cash-ins out of the signer's own funds. */
export interface DeliverySettings extends SignerSettings {
  /** Null: every asset of the network that is sold. */
  readonly assetIds: readonly number[] | null;
}

export type NetworkSettings = Network & NetworkReached;

/** RPC URLs may hold keys and never leave the process. */
export interface NetworkReached {
  readonly rpcUrls: readonly string[];
  /** Such as a provider's key: never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** Per endpoint, each member of a batch counted; null: the default of the reader. */
  readonly callsPerSecond: number | null;
  /** Reads whole blocks for the native coin even when the catalog lacks it. */
  readonly watchNative: boolean;
  /** Genesis hash, passphrase or network id; null on the EVM. */
  readonly networkId: string | null;
  readonly finality: Finality;
  /** Other addresses of ours: their transfers are no payments. */
  readonly ownAddresses?: readonly string[];
  readonly pollIntervalMs: number;
  readonly local: boolean;
  readonly redemption?: RedemptionSettings;
  readonly delivery?: DeliverySettings;
}
