import type { Position } from '../../../aggregates/events';
import type { StreamName } from '../../../aggregates/stream';
import type { Iso } from '../../ports/clock';

/** What its redemption or its provider of deliveries says of something that was final. */
export type DebitVerdict =
  | { readonly verdict: 'THERE' }
  /** Definitely undone, or another one. */
  | { readonly verdict: 'CHANGED'; readonly detail: string }
  /** Nothing of it is to be seen, which its sender may yet mend. */
  | { readonly verdict: 'ABSENT'; readonly detail: string }
  | { readonly verdict: 'UNDECIDED'; readonly reason: string };

export interface FinalDebitsWanted {
  readonly fromHeight: bigint;
  /** What is in a block that was not told is listed when it was confirmed at this time or later. */
  readonly untoldSince: Iso;
  /** Last stream of the previous page; empty for the first. */
  readonly afterStream: string;
  readonly limit: number;
}

/**
 * What left the wallets of users or a treasury of ours on a network, and was recorded as final: the debits of withdrawals
 * and the deliveries of cash-ins, by the streams that believe them.
 */
export interface FinalDebits {
  /** Waits a moment; true once the list has this position. Scanning and expiry do not wait for it. */
  readonly untilApplied: (position: Position) => Promise<boolean>;
  /** By name. */
  readonly list: (wanted: FinalDebitsWanted) => Promise<readonly StreamName[]>;
  readonly ask: (stream: StreamName) => Promise<DebitVerdict>;
  /** Repeated for one cause, it tells of it once. */
  readonly doubt: (stream: StreamName, doubt: DebitDoubt) => Promise<void>;
}

export interface DebitDoubt {
  readonly detail: string;
  /** The acceptance of the history that lacks it. */
  readonly causeEventId: string;
}

/** How far one acceptance has come, in this process: another one begins anew, which does no harm. */
export interface DebitPass {
  readonly acceptedAt: Iso;
  afterStream: string;
  isListed: boolean;
  readonly open: Map<StreamName, OpenDebit>;
}

export interface OpenDebit {
  readonly reason: string;
  /** Milliseconds since 1970; null: not said to be gone. */
  readonly absentSinceMs: number | null;
}
