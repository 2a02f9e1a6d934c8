import type { Movement, NetworkName, SeenMovement } from '../../aggregates/chain';
import type { Iso } from './clock';

/** A block, ledger or slot of a chain. Heights increase, and may have holes. */
export interface ChainHead {
  readonly height: bigint;
  readonly hash: string;
  readonly time: Iso;
}

/** The hash that a final height had when it was looked at. */
export interface KeptHash {
  readonly height: bigint;
  readonly hash: string;
}

/** Whether a receiver can take payments, such as one that has no code on the EVM. */
export interface ReceiverState {
  readonly address: string;
  /** Why it cannot; null when it can. */
  readonly refusal: string | null;
}

/** What one node says of its chain, all at once. */
export interface ChainHeads {
  readonly outcome: 'HEADS';
  readonly newest: ChainHead;
  readonly final: ChainHead;
  /** Chain id, genesis hash or passphrase, as the node told it in the same look. */
  readonly identity: string;
  readonly receivers: readonly ReceiverState[];
  /** The highest kept hash, when no endpoint has its block any more: what was final could not be compared. */
  readonly uncompared: KeptHash | null;
}

/** Every endpoint says another hash of a height that was final. */
export interface FinalityContradiction {
  readonly outcome: 'FINALITY_CONTRADICTED';
  readonly height: bigint;
  readonly kept: string;
  readonly seen: string;
  /** The highest kept height whose hash still is the chain's; null when none of them is. */
  readonly commonHeight: bigint | null;
}

/**
 * A transaction that concerns us and could not be read. Until it is, it holds the expiry of what its memos name, or of
 * whatever its network may pay when they are not known.
 */
export interface UnreadTransaction {
  readonly txid: string;
  readonly height: bigint;
  readonly blockHash: string;
  /** Those of ours that its calldata carries; null: its calldata is not known. */
  readonly memos: readonly string[] | null;
  /** For the operator; without URLs and keys. */
  readonly reason: string;
}

/** Transfers without a memo that are too small to be worth a stream. */
export interface Dust {
  readonly height: bigint;
  readonly assetId: number;
  readonly transfers: number;
  readonly baseUnits: bigint;
}

export interface ScannedMovement {
  readonly movement: SeenMovement;
  /** Closed history: it is final as it is, and need not be judged. Its block time is known then. */
  readonly isFinal: boolean;
}

/** What a look at a stretch of the chain found. */
export interface Scanned {
  readonly outcome: 'SCANNED';
  readonly movements: readonly ScannedMovement[];
  readonly unread: readonly UnreadTransaction[];
  readonly dust: readonly Dust[];
  /** The hash of what is before the first height; null where closed history cannot change. */
  readonly parentHash: string | null;
  /** Up to here every movement is known, or among `unread`: the watermark comes from it and from nothing else. */
  readonly upTo: ChainHead;
  /** Whatever the reader wants back with its next scan; JSON, opaque to everybody else. */
  readonly resume: unknown;
}

/** What closed history holds, asked for once more. */
export interface Rescanned extends Pick<Scanned, 'movements' | 'unread'> {
  readonly upTo: Pick<ChainHead, 'height'>;
  /** Why nothing of it can be told any more, up to `upTo`: no endpoint has it; null when it was told. */
  readonly gone: string | null;
}

/** The endpoints do not have what lies between: an alarm, never skipped by itself. */
export interface Gap {
  readonly outcome: 'GAP';
  /** The first height that cannot be read. */
  readonly height: bigint;
  /** The first one that can be read again; null when it is not known. */
  readonly readableFrom: bigint | null;
  /** For the operator; without URLs and keys. */
  readonly reason: string;
}

export interface ScanRequest {
  readonly from: bigint;
  /** The newest height; the reader may stop earlier, at `upTo`. */
  readonly to: bigint;
  readonly resume: unknown;
}

/** What has become of a movement that was seen before. */
export type Judgement =
  | { readonly verdict: 'PENDING' }
  | { readonly verdict: 'FINAL'; readonly movement: Movement }
  /** It was reorganised away, replaced, or its transaction failed. */
  | { readonly verdict: 'GONE'; readonly reason: string }
  /** No endpoint could tell now; it is asked again. */
  | { readonly verdict: 'UNREADABLE'; readonly reason: string };

/** A token of which less arrived in a block than its logs say: it takes a fee, or worse. */
export interface Shortfall {
  readonly assetId: number;
  readonly height: bigint;
  readonly loggedBaseUnits: bigint;
  readonly arrivedBaseUnits: bigint;
}

export interface Judged {
  /** As many as were asked about, in the same order. */
  readonly judgements: readonly Judgement[];
  readonly shortfalls: readonly Shortfall[];
  /** Blocks whose balances no endpoint has any more: counted, not assumed. */
  readonly unprovedBlocks: number;
}

/** What has become of a transaction that could not be read. */
export type Reading =
  | { readonly outcome: 'READ'; readonly movements: readonly ScannedMovement[] }
  /** Another block is final at its height. */
  | { readonly outcome: 'GONE' }
  | {
      readonly outcome: 'UNREAD';
      readonly reason: string;
      /** Of its calldata, where that could be read. */
      readonly memos?: readonly string[];
    };

/** One transfer of a catalogued asset, to us or not. */
export interface ChainTransfer {
  readonly from: string;
  readonly to: string;
  readonly assetId: number;
  readonly amountBaseUnits: bigint;
  readonly memos: readonly string[];
}

export type FoundTransaction =
  | { readonly outcome: 'UNKNOWN' | 'PENDING' }
  /** Final, and it did nothing. */
  | { readonly outcome: 'FAILED'; readonly block: ChainHead }
  | { readonly outcome: 'FINAL'; readonly block: ChainHead; readonly transfers: readonly ChainTransfer[] };

/** `UNSUPPORTED`: this endpoint cannot tell. */
export type AmountAtFinality = { readonly baseUnits: bigint } | 'UNSUPPORTED';

/** What a method may reject with when block times are so far ahead of our clock that one of the two is wrong. */
export interface AheadOfClock extends Error {
  readonly aheadOfClockMs: number;
}

/** What a method may reject with when every endpoint serves another chain: its id there, for readiness. */
export interface ForeignChain extends Error {
  readonly foreignChain: string;
}

/**
 * One network, read only; made once and closed. Every method may reject: the node is away, and the caller tries again.
 * Steps, margins, requests a batch and calls a second are the reader's own business (design: chains, section 0).
 */
export interface ChainReader {
  readonly network: NetworkName;
  /**
   * Newest and final of one node, which has proved to serve this chain and to have the kept hashes; a node that alone
   * contradicts them is set aside. The highest kept heights come first. When all endpoints have pruned them, and none said
   * otherwise for a while, the heads are told without that proof.
   */
  readonly heads: (kept: readonly KeptHash[]) => Promise<ChainHeads | FinalityContradiction>;
  /**
   * The canonical hash of this height now; null when the height is a hole, or no endpoint has it any more. Another than
   * before is a reorganisation.
   */
  readonly hashAt: (height: bigint) => Promise<string | null>;
  /** Every movement to our receivers from `from` to at most `to`. */
  readonly scan: (request: ScanRequest) => Promise<Scanned | Gap>;
  /** What closed history from `from` to `to` holds, asked of another endpoint where there is one; up to `upTo`. */
  readonly rescan: (from: bigint, to: bigint) => Promise<Rescanned>;
  /** Reads again what could not be read; as many answers as transactions, in the same order. */
  readonly read: (transactions: readonly UnreadTransaction[]) => Promise<readonly Reading[]>;
  /** Judges movements from the chain's effects at finality, with one look at the heads for all of them. */
  readonly judge: (movements: readonly SeenMovement[]) => Promise<Judged>;
  readonly find: (txid: string) => Promise<FoundTransaction>;
  readonly balance: (account: string, assetId: number) => Promise<AmountAtFinality>;
  readonly allowance: (owner: string, spender: string, assetId: number) => Promise<AmountAtFinality>;
  readonly close: () => Promise<void>;
}
