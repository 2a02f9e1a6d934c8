import type { Network } from '../../commands/ports/catalog';

/** `finalized` asks the node; a depth in blocks is for chains that have no such tag, and only when configured. */
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
