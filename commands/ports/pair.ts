import type { Position } from '../../aggregates/events';
import type { LedgerIdentityEvent } from '../../aggregates/ledger/events';

export interface EventMark {
  readonly id: string;
  readonly revision: number;
}

/** Stored completely: a process that finds it unwritten appends exactly this event. */
export interface ComingEvent {
  readonly id: string;
  readonly event: LedgerIdentityEvent;
}

/** PostgreSQL's only row about its log. Every write is a compare-and-set of the whole row, and synchronous. */
export interface PairRow {
  readonly ledgerId: string;
  /** OPENING: of a new ledger. ATTACHING: the PostgreSQL that had the ledger before may not have seen it. */
  readonly state: 'OPENING' | 'ATTACHING' | 'BOUND';
  /** The last event of the identity stream; null until it is opened. */
  readonly last: EventMark | null;
  /** Written before it is appended, and removed when `last` advances to it. */
  readonly coming: ComingEvent | null;
}

/** The last event of ours that a projection considered; never `$streamDeleted`, never of a `$$` stream. */
export interface ConsideredEvent extends EventMark {
  readonly stream: string;
  readonly position: Position;
}

export interface PairCheckpoint {
  readonly projection: string;
  readonly considered: ConsideredEvent | 'START';
}

export interface DatabaseSays {
  readonly row: PairRow | null;
  readonly isVaultEmpty: boolean;
  readonly checkpoints: readonly PairCheckpoint[];
}

export type IdentityEvent = EventMark & LedgerIdentityEvent;

/** A checkpoint whose event is not in its place: `$all` was read there, inclusive and undecoded. */
export interface MisplacedCheckpoint {
  readonly projection: string;
  readonly considered: ConsideredEvent;
  readonly found: Omit<ConsideredEvent, 'position'> | null;
  /** The stream answers deleted, begins later, or has a `$$` event. */
  readonly isStreamFaulty: boolean;
  /** The last event of ours before it; only for a faulty stream. */
  readonly before: ConsideredEvent | 'START';
}

/** Answers of the leader alone. */
export interface LogSays {
  /** Revision 0 of the identity stream. */
  readonly opening: IdentityEvent | null;
  /** The id at the revision of the row's last event; null when the stream is shorter, or no row has one. */
  readonly idAtRow: string | null;
  readonly last: IdentityEvent | null;
  readonly hasOthers: boolean;
  readonly misplaced: readonly MisplacedCheckpoint[];
  readonly head: Position;
}

/** The row of PostgreSQL is read again after the log, to detect a step of another process in between. */
export interface PairLook {
  readonly database: DatabaseSays;
  /** AWAY: not everything was answered, or not by the leader. */
  readonly log: LogSays | 'AWAY';
  readonly rowAfter: PairRow | null;
}
