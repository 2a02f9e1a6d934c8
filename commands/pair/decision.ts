import type { Iso } from '../ports/clock';
import type { ExpectedRevision } from '../ports/event-store';
import type { ComingEvent, ConsideredEvent, MisplacedCheckpoint, PairLook, PairRow } from '../ports/pair';
import type { Because, Refusal } from './refusal';

/** New for each comparison: the id of a new ledger or of a future event. */
export interface Drawn {
  readonly id: string;
  readonly at: Iso;
}

export type DecidePair = (look: PairLook, drawn: Drawn) => PairDecision;

/** AWAY: a store did not answer. AGAIN: another process wrote the row meanwhile; compare again immediately. */
export type PairDecision =
  | { readonly says: 'RIGHT' }
  | { readonly says: 'AWAY' }
  | { readonly says: 'AGAIN' }
  | { readonly says: 'WRONG'; readonly refusal: Refusal }
  | { readonly says: 'STEP'; readonly step: PairStep };

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

/** A pause of `ms` without appends, then the write of the row. A crash starts the pause again. */
export interface QuietStep {
  readonly do: 'STAY_QUIET';
  readonly ms: number;
  readonly thenWrite: RowStep;
}

/** An append to the identity stream, with the given id. */
export interface AppendStep {
  readonly do: 'APPEND';
  readonly coming: ComingEvent;
  readonly expected: ExpectedRevision;
}

/** Longest time for processes that still have the old log: 65 s of work, and 10 s for running calls. */
export const QUIET_MS = 75_000;

export const RIGHT = { says: 'RIGHT' } as const;
export const AWAY = { says: 'AWAY' } as const;
export const AGAIN = { says: 'AGAIN' } as const;
export const wrong = (refusal: Refusal) => ({ says: 'WRONG', refusal }) as const;
export const refuse = (because: Because, words: string) => wrong({ because, words });
export const next = (step: PairStep) => ({ says: 'STEP', step }) as const;
export const writeRow = (from: PairRow | null, to: PairRow | null) => next({ do: 'WRITE_ROW', from, to });
