import type { Iso } from '../ports/clock';
import type { ExpectedRevision } from '../ports/event-store';
import type { ComingEvent, ConsideredEvent, MisplacedCheckpoint, PairLook, PairRow } from '../ports/pair';
import type { Because, Refusal } from './refusal';

/** Drawn anew for each look: the id of a new ledger or of an event to come. */
export interface Drawn {
  readonly id: string;
  readonly at: Iso;
}

/** The comparison of one look. */
export type DecidePair = (look: PairLook, drawn: Drawn) => PairDecision;

/**
 * AWAY: a store did not answer, and nothing is known. AGAIN: another process wrote the row meanwhile; look again at once.
 */
export type PairDecision =
  | { readonly says: 'RIGHT' }
  | { readonly says: 'AWAY' }
  | { readonly says: 'AGAIN' }
  | { readonly says: 'WRONG'; readonly refusal: Refusal }
  | { readonly says: 'STEP'; readonly step: PairStep };

/** Another look follows each step, whatever its result. */
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

export const RIGHT = { says: 'RIGHT' } as const;
export const AWAY = { says: 'AWAY' } as const;
export const AGAIN = { says: 'AGAIN' } as const;
export const wrong = (refusal: Refusal) => ({ says: 'WRONG', refusal }) as const;
export const refuse = (because: Because, words: string) => wrong({ because, words });
export const next = (step: PairStep) => ({ says: 'STEP', step }) as const;
export const writeRow = (from: PairRow | null, to: PairRow | null) => next({ do: 'WRITE_ROW', from, to });
