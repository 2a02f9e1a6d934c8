import type { Iso } from '../ports/clock';
import type { ExpectedRevision } from '../ports/event-store';
import type { ComingEvent, ConsideredEvent, MisplacedCheckpoint, PairLook, PairRow } from '../ports/pair';
import type { Refusal } from './refusing/refusal';

/** For a ledger that is to be opened; drawn anew for each decision, and used only where there is none yet. */
export interface Drawn {
  readonly ledgerId: string;
  readonly at: Iso;
}

/** What a start makes of one look. */
export type DecidePair = (look: PairLook, drawn: Drawn) => PairDecision;

/** AWAY: nothing is known. CHANGED: somebody wrote the row meanwhile; look again at once. */
export type PairDecision = { readonly kind: 'START' } | Waiting | Refused | Stepping<PairStep>;

export interface Waiting {
  readonly kind: 'WAIT';
  readonly why: 'AWAY' | 'CHANGED';
}

export interface Refused {
  readonly kind: 'REFUSE';
  readonly refusal: Refusal;
}

export interface Stepping<Step> {
  readonly kind: 'STEP';
  readonly step: Step;
}

/** After a step, whatever became of it, comes another look. */
export type PairStep =
  | RowStep
  | AppendStep
  | QuietStep
  /** The stream is parked, once, and the checkpoint names an earlier event. */
  | {
      readonly do: 'MOVE_CHECKPOINT_BACK';
      readonly misplaced: MisplacedCheckpoint;
      readonly to: ConsideredEvent | 'START';
    };

/** Compare-and-set of the whole row, committed synchronously; null: there is no row. */
export interface RowStep {
  readonly do: 'WRITE_ROW';
  readonly from: PairRow | null;
  readonly to: PairRow | null;
}

/** Nothing is appended for `ms`, then the row is written. A crash waits again. */
export interface QuietStep {
  readonly do: 'STAY_QUIET';
  readonly ms: number;
  readonly thenWrite: RowStep;
}

/** To the identity stream, with the id given. */
export interface AppendStep {
  readonly do: 'APPEND';
  readonly coming: ComingEvent;
  readonly expected: ExpectedRevision;
}

/** After this time no process that had the log before works on it: 65 s of work, 10 s for what is under way. */
export const QUIET_MS = 75_000;

export const START_NOW: PairDecision = { kind: 'START' };
export const AWAY: Waiting = { kind: 'WAIT', why: 'AWAY' };
export const CHANGED: Waiting = { kind: 'WAIT', why: 'CHANGED' };
export const refuse = (refusal: Refusal): Refused => ({ kind: 'REFUSE', refusal });
export const next = <Step>(step: Step): Stepping<Step> => ({ kind: 'STEP', step });

export const appendStep = (row: PairRow, coming: ComingEvent): AppendStep => ({
  do: 'APPEND',
  coming,
  expected: row.last?.revision ?? 'no_stream',
});

/** The coming event is in the log: it is the row's last. */
export const advanceStep = (row: PairRow, coming: ComingEvent): RowStep => ({
  do: 'WRITE_ROW',
  from: row,
  to: {
    ...row,
    state: row.state === 'ATTACHING' ? 'ATTACHING' : 'BOUND',
    last: { id: coming.id, revision: (row.last?.revision ?? -1) + 1 },
    coming: null,
  },
});
