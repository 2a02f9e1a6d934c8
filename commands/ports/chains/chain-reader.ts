import type { Movement, NetworkName, SeenMovement } from '../../../aggregates/chain';
import type { Iso } from '../clock';

/** A block, ledger or slot. Heights increase, with possible holes. */
export interface ChainHead {
  readonly height: bigint;
  readonly hash: string;
  readonly time: Iso;
}

export interface KeptHash {
  readonly height: bigint;
  readonly hash: string;
}

export interface ReceiverState {
  readonly address: string;
  /** Why it cannot take payments (on the EVM: has no code); null when it can. */
  readonly refusal: string | null;
  /** Assets that it cannot receive, such as without a trustline; absent: none. */
  readonly unfit?: readonly UnfitAsset[];
  /** A fault that an operator should mend; payments still reach the receiver. */
  readonly warning?: string;
}

export interface UnfitAsset {
  readonly assetId: number;
  readonly reason: string;
}

export interface ChainHeads {
  readonly outcome: 'HEADS';
  readonly newest: ChainHead;
  readonly final: ChainHead;
  /** Chain id, genesis hash or passphrase. */
  readonly identity: string;
  readonly receivers: readonly ReceiverState[];
  /** The highest kept hash when every endpoint has pruned its block, so that it could not be compared. */
  readonly uncompared: KeptHash | null;
  /** The family is read only at finality: history is closed when it is read. */
  readonly isClosed?: true;
}

export interface FinalityContradiction {
  readonly outcome: 'FINALITY_CONTRADICTED';
  readonly height: bigint;
  readonly kept: string;
  readonly seen: string;
  /** The highest kept height whose hash still matches; null without one. */
  readonly commonHeight: bigint | null;
}

/** An unread transaction delays the expiry of the intents in `memos`, or of all intents on its network. */
export interface UnreadTransaction {
  readonly txid: string;
  readonly height: bigint;
  readonly blockHash: string;
  /** Memos of ours in its calldata; null: calldata unknown. */
  readonly memos: readonly string[] | null;
  /** For the operator; without URLs and keys. */
  readonly reason: string;
}

/** Memo-less transfers too small for a stream. */
export interface Dust {
  readonly height: bigint;
  readonly assetId: number;
  readonly transfers: number;
  readonly baseUnits: bigint;
}

export interface ScannedMovement {
  readonly movement: SeenMovement;
  /** From closed history: needs no judgement, and its block time is known. */
  readonly isFinal: boolean;
}

export interface Scanned {
  readonly outcome: 'SCANNED';
  readonly movements: readonly ScannedMovement[];
  readonly unread: readonly UnreadTransaction[];
  readonly dust: readonly Dust[];
  /** Hash of the block before `from`; null where closed history cannot change. */
  readonly parentHash: string | null;
  /** Every movement up to here is known or in `unread`: the only source of the watermark. */
  readonly upTo: ChainHead;
  /** JSON for the reader's next scan, opaque to others. */
  readonly resume: unknown;
}

export interface Rescanned extends Pick<Scanned, 'movements' | 'unread'> {
  readonly upTo: Pick<ChainHead, 'height'>;
  /** Why no endpoint has this history up to `upTo`; null when it was read. */
  readonly gone: string | null;
}

/** No endpoint has this history: an alert, never skipped automatically. */
export interface Gap {
  readonly outcome: 'GAP';
  readonly height: bigint;
  readonly readableFrom: bigint | null;
  readonly reason: string;
}

export interface ScanRequest {
  readonly from: bigint;
  readonly to: bigint;
  readonly resume: unknown;
}

export type Judgement =
  | { readonly verdict: 'PENDING' }
  | { readonly verdict: 'FINAL'; readonly movement: Movement }
  | { readonly verdict: 'GONE'; readonly reason: string }
  | { readonly verdict: 'UNREADABLE'; readonly reason: string };

/** A token block in which less arrived than was logged: the token takes a fee, or worse. */
export interface Shortfall {
  readonly assetId: number;
  readonly height: bigint;
  readonly loggedBaseUnits: bigint;
  readonly arrivedBaseUnits: bigint;
}

export interface Judged {
  /** Judgements of the movements, in the same order. */
  readonly judgements: readonly Judgement[];
  readonly shortfalls: readonly Shortfall[];
  /** Blocks whose balances every endpoint has pruned. */
  readonly unprovedBlocks: number;
}

export type Reading =
  | { readonly outcome: 'READ'; readonly movements: readonly ScannedMovement[] }
  | { readonly outcome: 'GONE' }
  | {
      readonly outcome: 'UNREAD';
      readonly reason: string;
      readonly memos?: readonly string[];
    };

/** A transfer of a listed asset by a final transaction, between any two accounts. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly assetId: number;
  readonly baseUnits: bigint;
  /** Destination tag, muxed id or memo, in the family's own text; null without one. */
  readonly reference: string | null;
}

export type FoundTransaction =
  /** Proves nothing: a node may lag, or have pruned the transaction. */
  | { readonly outcome: 'UNKNOWN' }
  /** Known, and not final by every node that was asked. */
  | { readonly outcome: 'PENDING' }
  | {
      readonly outcome: 'FINAL';
      /** Movements to our receivers, as a scan reports them, dust too. */
      readonly movements: readonly ScannedMovement[];
      /** Readable transfers, between any two accounts. None when the transaction failed. */
      readonly transfers: readonly Transfer[];
    }
  /** The nodes contradict each other, could not be asked, or report a transaction that cannot be read. */
  | { readonly outcome: 'UNREAD'; readonly reason: string };

export interface CoinBalances {
  /** Null: the catalog lacks the coin. */
  readonly assetId: number | null;
  readonly balances: readonly { readonly receiver: string; readonly baseUnits: bigint }[];
}

/** Rejection when block times and our clock differ so much that one of them is wrong. */
export interface AheadOfClock extends Error {
  readonly aheadOfClockMs: number;
}

/** Rejection when every endpoint serves another chain, with this id. */
export interface ForeignChain extends Error {
  readonly foreignChain: string;
}

/** Every method may reject: the caller retries. Steps and limits are the reader's. */
export interface ChainReader {
  readonly network: NetworkName;
  /**
   * Heads of one proved node with the kept hashes, highest first. Without them only after all endpoints pruned them.
   */
  readonly heads: (kept: readonly KeptHash[]) => Promise<ChainHeads | FinalityContradiction>;
  /** Canonical hash now; null for a hole or a pruned height. A changed hash is a reorganisation. */
  readonly hashAt: (height: bigint) => Promise<string | null>;
  readonly scan: (request: ScanRequest) => Promise<Scanned | Gap>;
  /** Reads closed history again, from another endpoint if there is one. */
  readonly rescan: (from: bigint, to: bigint) => Promise<Rescanned>;
  /** Answers one reading per transaction, in the same order. */
  readonly read: (transactions: readonly UnreadTransaction[]) => Promise<readonly Reading[]>;
  /** Judges by the effects at finality, with one read of the heads for all. */
  readonly judge: (movements: readonly SeenMovement[]) => Promise<Judged>;
  /** Answers in the order of the ids. At most three nodes are asked; text that is no id of the family is UNKNOWN. */
  readonly find: (txids: readonly string[]) => Promise<readonly FoundTransaction[]>;
  /** Null when the node pruned the state. `isSecond` asks another endpoint. Absent where transactions show all coin. */
  readonly coinBalances?: (height: bigint, options: { readonly isSecond: boolean }) => Promise<CoinBalances | null>;
  readonly close: () => Promise<void>;
}
