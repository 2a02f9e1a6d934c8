import type { DepositId, SeenMovement } from '../../aggregates/chain';
import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import type { GivenUp } from '../../aggregates/watcher/giving-up';
import type { WatcherState } from '../../aggregates/watcher/watcher';
import type { Alert } from '../alerts/kinds';
import type { HandleDeps } from '../handling/request';
import type { ChainHeads, ChainReader, Dust, KeptHash, UnreadTransaction } from '../ports/chain-reader';
import type { Iso } from '../ports/clock';
import type { NetworkQuestions } from '../ports/standing/network-standing';
import type { Patience } from './patience';

/** How far a network has been scanned, and how it is. */
export interface WatchCursor {
  /** The last height that was scanned; each scan continues the chain of the one before. */
  readonly height: bigint;
  readonly hash: string;
  /** Up to here what was scanned has become final: a reorganisation scans again what is above. */
  readonly finalHeight: bigint;
  /** Up to here closed history was asked for once more. */
  readonly recheckedHeight: bigint;
  /** Whatever the reader wants back. */
  readonly resume: unknown;
  /** When the last look began that had scanned everything up to the newest head; null: none has. */
  readonly lookedAt: Iso | null;
  readonly questions: NetworkQuestions;
  /** `acceptedAt` of the accepted history that the cursor went back for; null when there was none. */
  readonly followedAt: Iso | null;
}

/** A transaction that could not be read, and how often that was tried. */
export interface UnreadRow extends UnreadTransaction {
  readonly since: Iso;
  readonly tries: number;
  readonly nextAt: Iso;
  /** Somebody has been told. */
  readonly isAlarmed: boolean;
  /** When an operator gave up on it: it holds nothing any more. Null: nobody did. */
  readonly givenUpAt: Iso | null;
}

/** What is saved with the cursor, in one transaction. */
export interface CursorNotes {
  readonly finalHash?: KeptHash;
  /** What the scan counted in the heights from `fromHeight` to the cursor's; it replaces what was counted before. */
  readonly dust?: { readonly fromHeight: bigint; readonly counts: readonly Dust[] };
  /** Kept hashes from this height on are forgotten. */
  readonly forgetFrom?: bigint;
}

export interface WatchStore {
  readonly readCursor: () => Promise<WatchCursor | null>;
  /** Saved only after the facts of its blocks are in the log: a crash in between scans them again. */
  readonly saveCursor: (cursor: WatchCursor, notes: CursorNotes) => Promise<void>;
  /** Of a network that was looked at before; otherwise nothing is saved. */
  readonly saveQuestions: (questions: NetworkQuestions) => Promise<void>;
  /** The last 1,000, the highest first. */
  readonly keptHashes: () => Promise<readonly KeptHash[]>;
  /** Those whose time has come, first those that have memos or may have, last those given up, at most `limit`. */
  readonly dueUnread: (now: Iso, limit: number) => Promise<readonly UnreadRow[]>;
  /** Of those that nobody gave up on. */
  readonly lowestUnread: () => Promise<bigint | null>;
  /** As each block holds it in which it could not be read, at most 100. */
  readonly unreadOf: (txid: string) => Promise<readonly UnreadRow[]>;
  /** Those among them that are there; what was given up before stays as it is. */
  readonly giveUpUnread: (transactions: GivenUp['transactions']) => Promise<void>;
  /** What is there already stays as it is. */
  readonly addUnread: (rows: readonly UnreadRow[]) => Promise<void>;
  readonly updateUnread: (rows: readonly UnreadRow[]) => Promise<void>;
  readonly removeUnread: (rows: readonly UnreadRow[]) => Promise<void>;
}

/** Deposits that are neither final nor gone: first those that have a memo, last those named in `rested`. */
export interface OpenWanted {
  readonly upToHeight: bigint;
  readonly resting: readonly DepositId[];
  readonly rested: readonly DepositId[];
  readonly limit: number;
}

/** A deposit that was final when finality was violated. */
export interface FinalDeposit {
  readonly depositId: DepositId;
  readonly movement: SeenMovement;
  readonly status: 'FINALISED' | 'CLAIMED' | 'MATCHED' | 'UNMATCHED';
  readonly intentId: string | null;
  /** What was sent to the payee of its intent, or may have been. */
  readonly paidCents: string;
}

export interface FinalWanted {
  readonly fromHeight: bigint;
  /** Of the last one on the page before; empty for the first page. */
  readonly afterId: DepositId;
  readonly limit: number;
}

/** What one process remembers between looks; forgetting it costs nothing but repetition. */
export interface WatchMemory {
  readonly deposits: Patience;
  readonly steps: Patience;
  /** Deposits that an operator gave up on. */
  readonly givenUp: Patience;
  /** This process has told again what is open in the stream of the network. */
  areAlarmsRaised: boolean;
  /** Why the last scan failed. */
  scanFailure: string;
  /** `acceptedAt` of the accepted history that waits for deposits which somebody was told of. */
  undecidedSince: Iso | null;
  /** As read for the accepted history that the cursor followed. */
  kept: { readonly followedAt: Iso | null; readonly hashes: readonly KeptHash[] } | null;
}

export interface WatchDeps extends HandleDeps {
  readonly reader: ChainReader;
  /** Of the network; every movement carries it. */
  readonly mode: Mode;
  readonly store: WatchStore;
  readonly memory: WatchMemory;
  readonly openMovements: (wanted: OpenWanted) => Promise<readonly SeenMovement[]>;
  /** By id. */
  readonly finalDeposits: (wanted: FinalWanted) => Promise<readonly FinalDeposit[]>;
  /** Whether a watermark at `time` would let an intent expire that none before did. */
  readonly watermarkMatters: (time: Iso) => Promise<boolean>;
  /** Whether the read models have the event at this position; waits a moment. */
  readonly untilApplied: (position: Position) => Promise<boolean>;
  readonly alert: Alert;
}

/** One look: the network at its beginning. */
export interface Look {
  readonly startedAtMs: number;
  readonly startedAt: Iso;
  readonly state: WatcherState;
  /** Null at the first look. */
  readonly cursor: WatchCursor | null;
  readonly heads: ChainHeads;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
