import type { NetworkName } from '../../../aggregates/chain';
import type { Mode } from '../../../aggregates/partner/events';
import type { Asset } from '../../../commands/ports/chains/catalog';
import type { ChainReaderOptions } from '../reader-options';

/** Receivers and assets of a network that is read only at finality. Addresses are in the family's canonical form. */
export interface ClosedWatch {
  readonly network: NetworkName;
  readonly mode: Mode;
  readonly identity: string;
  readonly receivers: readonly string[];
  /** Receivers, and `ownAddresses` of NETWORKS_FILE. */
  readonly own: ReadonlySet<string>;
  readonly memoPrefix: string;
  /** Null when the catalog lacks the coin. */
  readonly native: Asset | null;
  /** Allow-list by contract, mint, or `code:issuer`. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export interface Accounts {
  readonly includes: (account: string) => boolean;
}

export type Arrivals = Pick<ClosedWatch, 'native' | 'assets'> & { readonly receivers: Accounts };

export const EVERYBODY: Accounts = { includes: () => true };

/** Throws with a message for the operator on a missing identity. */
export const closedWatchOf = (options: ChainReaderOptions): ClosedWatch => {
  const { network, memoPrefix } = options;
  const { name, networkId } = network;
  if (networkId === undefined || networkId === null) throw new Error(`${name} has no networkId`);
  const own = options.assets.filter((asset) => asset.network === name);
  const receivers = [...new Set([network.receiver, ...network.receivers])];
  return {
    ...{ network: name, mode: network.mode, identity: networkId, memoPrefix },
    receivers,
    own: new Set([...receivers, ...(network.ownAddresses ?? [])]),
    native: own.find(({ contract }) => contract === null) ?? null,
    assets: new Map(own.flatMap((asset) => (asset.contract === null ? [] : [[asset.contract, asset] as const]))),
  };
};
