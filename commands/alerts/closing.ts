import type { LedgerEvent } from '../../aggregates/events';
import type { NetworkQuestions } from '../ports/chains/network-standing';

type EventType = LedgerEvent['type'];

export interface NextEvent {
  readonly by: 'EVENT';
  readonly types: readonly EventType[];
  /** Types of the last earlier event with the facts of the alert; empty: the closing event has these facts itself. */
  readonly since: readonly EventType[];
  readonly byTwo: boolean;
}

/** The rule that closes an alert; `ledger alerts close` closes any. A repeated cause opens it again. */
export type Closing =
  | NextEvent
  | { readonly by: 'PERSON' }
  | { readonly by: 'SILENCE'; readonly afterMs: number }
  /** A later scan of the network without this problem, or without the item of the fact `item`. */
  | { readonly by: 'LOOK'; readonly question: keyof NetworkQuestions; readonly item: string | null }
  | { readonly by: 'READ' };

export const PERSON: Closing = { by: 'PERSON' };
export const READ: Closing = { by: 'READ' };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const silence = (afterMs: number): Closing => ({ by: 'SILENCE', afterMs });
/** Used for single incidents without lasting harm. */
export const A_DAY = silence(24 * HOUR_MS);

export const look = (question: keyof NetworkQuestions, item: string | null = null): Closing => ({
  ...{ by: 'LOOK', question, item },
});

export const next = (types: readonly EventType[], since: readonly EventType[] = []): Closing => ({
  ...{ by: 'EVENT', types, since, byTwo: false },
});

/** A settlement by the provider itself is no decision of two operators. */
export const decided = (types: readonly EventType[], since: EventType): Closing => ({
  ...{ by: 'EVENT', types, since: [since], byTwo: true },
});
