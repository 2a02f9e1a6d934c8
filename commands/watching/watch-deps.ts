import type { DepositId, SeenMovement } from '../../aggregates/chain';
import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import type { GivenUp } from '../../aggregates/watcher/giving-up';
import type { WatcherState } from '../../aggregates/watcher/watcher';
import type { Alert } from '../alerts/kinds';
import type { HandleDeps } from '../handling/request';
import type { ChainHeads, ChainReader, Dust, KeptHash, UnreadTransaction } from '../ports/chains/chain-reader';
import type { NetworkQuestions } from '../ports/chains/network-standing';
import type { Iso } from '../ports/clock';
import type { CoinBalance, CoinSeen } from './coin/unexplained-rise';
import type { DebitPass, FinalDebits } from './debits/final-debits';
import type { HintRow } from './hints/hint-rows';
import type { Patience } from './patience';

export interface WatchCursor {
  readonly height: bigint;
  readonly hash: string;
  /** Final up to here: a reorganisation rescans what is above. */
  readonly finalHeight: bigint;
  /** Closed history was rescanned up to here. */
  readonly recheckedHeight: bigint;
  readonly resume: unknown;
  /** Start of the last scan that reached the newest head; null before the first one. */
  readonly lookedAt: Iso | null;
  readonly questions: NetworkQuestions;
  /** `acceptedAt` of the accepted history to which the cursor returned; null without one. */
  readonly followedAt: Iso | null;
}

export interface UnreadRow extends UnreadTransaction {
  readonly since: Iso;
  readonly tries: number;
  readonly nextAt: Iso;
  readonly isAlarmed: boolean;
  /** When an operator gave it up, so that it delays no intent; null: not given up. */
  readonly givenUpAt: Iso | null;
}

/** Saved with the cursor, in one transaction. */
export interface CursorNotes {
  readonly finalHash?: KeptHash;
  /** Replaces earlier counts from `fromHeight` to the cursor's height. */
  readonly dust?: { readonly fromHeight: bigint; readonly counts: readonly Dust[] };
  readonly forgetFrom?: bigint;
}

export interface WatchStore {
  readonly readCursor: () => Promise<WatchCursor | null>;
  /** Only after its blocks' events are in the log: a crash in between scans them again. */
  readonly saveCursor: (cursor: WatchCursor, notes: CursorNotes) => Promise<void>;
  /** No effect before the network's first look. */
  readonly saveQuestions: (questions: NetworkQuestions) => Promise<void>;
  /** The last 1,000, highest first. */
  readonly keptHashes: () => Promise<readonly KeptHash[]>;
  /** Due rows: first those whose memos are known or may exist, given-up ones last; at most `limit`. */
  readonly dueUnread: (now: Iso, limit: number) => Promise<readonly UnreadRow[]>;
  readonly lowestUnread: () => Promise<bigint | null>;
  /** A row per block in which it could not be read, at most 100. */
  readonly unreadOf: (txid: string) => Promise<readonly UnreadRow[]>;
  /** Skips unknown rows and rows given up before. */
  readonly giveUpUnread: (transactions: GivenUp['transactions']) => Promise<void>;
  readonly addUnread: (rows: readonly UnreadRow[]) => Promise<void>;
  readonly updateUnread: (rows: readonly UnreadRow[]) => Promise<void>;
  readonly removeUnread: (rows: readonly UnreadRow[]) => Promise<void>;
  readonly coinBalances: () => Promise<readonly CoinBalance[]>;
  /** No effect when another process has compared since `before`; null: never compared. */
  readonly saveCoinBalance: (now: CoinBalance, before: CoinBalance | null) => Promise<void>;
  /** Due hints, the longest due first; at most `limit`. */
  readonly dueHints: (now: Iso, limit: number) => Promise<readonly HintRow[]>;
  /** Removes the hints of `asked` that are not in `left`. */
  readonly settleHints: (asked: readonly HintRow[], left: readonly HintRow[]) => Promise<void>;
}

/** Neither final nor missing: first those with a memo, last those in `rested`. */
export interface OpenWanted {
  readonly upToHeight: bigint;
  readonly resting: readonly DepositId[];
  readonly rested: readonly DepositId[];
  readonly limit: number;
}

export interface FinalDeposit {
  readonly depositId: DepositId;
  readonly movement: SeenMovement;
  readonly status: 'FINALISED' | 'CLAIMED' | 'MATCHED' | 'UNMATCHED';
  readonly intentId: string | null;
  /** Sent, or possibly sent, to the intent's payee. */
  readonly paidCents: string;
}

export interface FinalWanted {
  readonly fromHeight: bigint;
  /** Last id of the previous page; empty for the first. */
  readonly afterId: DepositId;
  readonly limit: number;
}

export interface CoinWanted {
  readonly receiver: string;
  /** Null: the catalog lacks the coin. */
  readonly assetId: number | null;
  readonly after: bigint;
  readonly upTo: bigint;
}

export interface Distance {
  readonly blocks: bigint;
  readonly atMs: number;
}

export interface GrowingDistance {
  readonly first: Distance;
  readonly last: Distance;
}

export interface WatchMemory {
  readonly deposits: Patience;
  readonly steps: Patience;
  readonly givenUp: Patience;
  readonly debits: Patience;
  areAlarmsRaised: boolean;
  scanFailure: string;
  /** `acceptedAt` of the accepted history in which all final deposits were judged. */
  depositsDecidedFor: Iso | null;
  debitPass: DebitPass | null;
  /** `acceptedAt` of the accepted history whose undecided deposits raised an alert. */
  undecidedSince: Iso | null;
  distance: GrowingDistance | null;
  /** When coin was last compared; milliseconds since 1970. */
  comparedAtMs: number;
  /** Closed history up to this height is rescanned once it is old enough; null without waiting history. */
  ripening: { readonly height: bigint; readonly sinceMs: number } | null;
  kept: { readonly followedAt: Iso | null; readonly hashes: readonly KeptHash[] } | null;
}

export interface WatchDeps extends HandleDeps {
  readonly reader: ChainReader;
  readonly mode: Mode;
  readonly store: WatchStore;
  readonly memory: WatchMemory;
  readonly openMovements: (wanted: OpenWanted) => Promise<readonly SeenMovement[]>;
  readonly finalDeposits: (wanted: FinalWanted) => Promise<readonly FinalDeposit[]>;
  readonly debits: FinalDebits;
  /** Waits a moment; null while the read models lag behind the log. */
  readonly coinSeen: (wanted: CoinWanted) => Promise<CoinSeen | null>;
  /** True of a transaction that a delivery or a refund of ours has claimed. */
  readonly isSentByUs: (txid: string) => Promise<boolean>;
  /** True when a watermark at `time` would let another intent expire. */
  readonly watermarkMatters: (time: Iso) => Promise<boolean>;
  /** Waits a moment; true once the read models have this position. */
  readonly untilApplied: (position: Position) => Promise<boolean>;
  /** True when a store failed, which ends the scan: neither the network nor a deposit has failed. */
  readonly isHeldByStore: (error: unknown) => boolean;
  readonly alert: Alert;
}

export interface Look {
  readonly startedAtMs: number;
  readonly startedAt: Iso;
  readonly state: WatcherState;
  readonly cursor: WatchCursor | null;
  readonly heads: ChainHeads;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
