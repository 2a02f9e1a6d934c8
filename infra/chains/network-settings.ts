import type { Network } from '../../commands/ports/catalog';

/** `finalized` asks the node; a depth in blocks is for chains without that tag, only when configured. */
export type Finality = 'finalized' | { readonly depth: number };

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
  readonly pollIntervalMs: number;
  readonly local: boolean;
}
