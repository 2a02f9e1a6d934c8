import type { Position } from '../../../aggregates/events';
import type { StreamName } from '../../../aggregates/stream';
import type { Iso } from '../../ports/clock';

export type DebitVerdict =
  | { readonly verdict: 'THERE' }
  /** Certainly undone, or replaced by another one. */
  | { readonly verdict: 'CHANGED'; readonly detail: string }
  /** Not found; its sender may still send it again. */
  | { readonly verdict: 'ABSENT'; readonly detail: string }
  | { readonly verdict: 'UNDECIDED'; readonly reason: string };

export interface FinalDebitsWanted {
  readonly fromHeight: bigint;
  /** A debit without a known block is listed if it was confirmed at this time or later. */
  readonly untoldSince: Iso;
  /** Last stream of the previous page; empty for the first. */
  readonly afterStream: string;
  readonly limit: number;
}

/** Debits of withdrawals and deliveries of cash-ins that were recorded as final, by their streams. */
export interface FinalDebits {
  /** Waits a moment; true once the list has this position. Scanning and expiry do not wait for it. */
  readonly untilApplied: (position: Position) => Promise<boolean>;
  readonly list: (wanted: FinalDebitsWanted) => Promise<readonly StreamName[]>;
  readonly ask: (stream: StreamName) => Promise<DebitVerdict>;
  /** A repetition for the same cause records the doubt once. */
  readonly doubt: (stream: StreamName, doubt: DebitDoubt) => Promise<void>;
}

export interface DebitDoubt {
  readonly detail: string;
  readonly causeEventId: string;
}

/** Progress of one acceptance in one process; another process begins again, without harm. */
export interface DebitPass {
  readonly acceptedAt: Iso;
  afterStream: string;
  isListed: boolean;
  readonly open: Map<StreamName, OpenDebit>;
}

export interface OpenDebit {
  readonly reason: string;
  /** Milliseconds since 1970; null: not reported missing. */
  readonly absentSinceMs: number | null;
}
