import type { Movement, NetworkName } from '../../aggregates/chain';
import type { Iso } from './clock';

export interface ChainHead {
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly blockTime: Iso;
}

/** What a scan of a range of blocks found. */
export interface ChainScan {
  readonly movements: readonly Movement[];
  /** The hash of the block before the first one that was scanned. */
  readonly parentHash: string;
  /** The last block that was scanned, and its time. */
  readonly upTo: ChainHead;
}

/** The verdict on a movement that was seen before, once its block is final. */
export type FinalityVerdict =
  | { readonly verdict: 'PENDING' }
  | { readonly verdict: 'FINAL'; readonly movement: Movement }
  /** It was reorganised away, replaced, or its transaction failed. */
  | { readonly verdict: 'GONE'; readonly reason: string };

/** One network, read only. Every method may reject: the node is away, and the caller tries again. */
export interface ChainReader {
  readonly network: NetworkName;
  /** Rejects with a message for the operator when the node serves another chain or the receiver has code. */
  readonly checkIdentity: () => Promise<void>;
  readonly newest: () => Promise<ChainHead>;
  readonly finalised: () => Promise<ChainHead>;
  /** The canonical block of this height as the node has it now: another hash than before means a reorganisation. */
  readonly blockAt: (blockNumber: bigint) => Promise<ChainHead>;
  /** Every movement to our receiver in blocks `from` to at most `to`; may stop earlier, at `upTo`. */
  readonly scan: (from: bigint, to: bigint) => Promise<ChainScan>;
  /** Judges a movement again from the chain's effects at finality. */
  readonly judge: (movement: Movement) => Promise<FinalityVerdict>;
}
