import type { NetworkName } from '../../../../aggregates/chain';
import type { Mode } from '../../../../aggregates/partner/events';
import type { Asset, Network } from '../../../../commands/ports/chains/catalog';
import { canonicalEvmAddress } from './identifiers';

/** Receivers and assets of one network for a reader; addresses in lower case. */
export interface EvmWatch {
  readonly network: NetworkName;
  readonly mode: Mode;
  readonly chainId: bigint;
  readonly receivers: readonly string[];
  /** Receivers, and `ownAddresses` of NETWORKS_FILE. */
  readonly own: ReadonlySet<string>;
  readonly memoPrefix: string;
  /** Null when the catalog lacks the native coin. */
  readonly nativeAssetId: number | null;
  /** Wei; a smaller transfer without a memo is only counted. */
  readonly nativeDustBelow: bigint;
  /** Native coin transfers leave no log, so whole blocks are read for them. */
  readonly wholeBlocks: boolean;
  /** Allow-list: contract to asset id. */
  readonly tokens: ReadonlyMap<string, number>;
}

const mustBeAddress = (text: string, what: string): string => {
  const address = canonicalEvmAddress(text);
  if (address === null) throw new Error(`${what} ${text} is not an EVM address, or its checksum is wrong`);
  return address;
};

export interface WatchOptions {
  readonly network: Network & { readonly ownAddresses?: readonly string[] };
  readonly assets: readonly Asset[];
  readonly memoPrefix: string;
  readonly watchNative: boolean;
}

/** Throws with a message for the operator on an invalid address or a missing chain id. */
export const watchOf = ({ network, assets, memoPrefix, watchNative }: WatchOptions): EvmWatch => {
  if (network.chainId === null) throw new Error(`${network.name} has no chain id`);
  const own = assets.filter((asset) => asset.network === network.name);
  const native = own.find((asset) => asset.contract === null);
  const tokens = own.flatMap(({ contract, symbol, assetId }) =>
    contract === null ? [] : [[mustBeAddress(contract, `The contract of ${symbol}`), assetId] as const],
  );
  const addresses = (texts: readonly string[]): readonly string[] => [
    ...new Set(texts.map((text) => mustBeAddress(text, `An address of ${network.name}`))),
  ];
  const receivers = addresses([network.receiver, ...network.receivers]);
  return {
    network: network.name,
    mode: network.mode,
    chainId: BigInt(network.chainId),
    receivers,
    own: new Set([...receivers, ...addresses(network.ownAddresses ?? [])]),
    memoPrefix,
    nativeAssetId: native?.assetId ?? null,
    nativeDustBelow: BigInt(native?.dustBelow ?? 0),
    wholeBlocks: watchNative || native !== undefined,
    tokens: new Map(tokens),
  };
};
