import type { LedgerEvent, Metadata, Position, Recorded } from '../../aggregates/events';

/** The id makes appends idempotent. */
export type Proposed<Event extends LedgerEvent = LedgerEvent> = Event & {
  readonly id: string;
  readonly metadata: Metadata;
};

/** Revision of the stream's last event; there is no "any". */
export type ExpectedRevision = number | 'no_stream';

/** `wrong_revision`: nothing written. `unknown`: may be written; repeating the same append settles it. */
export type AppendResult =
  | { readonly outcome: 'appended'; readonly revision: number; readonly position: Position }
  | { readonly outcome: 'wrong_revision' }
  | { readonly outcome: 'unknown'; readonly cause: string };

export type EventFilter = { readonly streamPrefixes: readonly string[] } | { readonly typePrefixes: readonly string[] };

export interface Subscription {
  /** Resolves when no further handler call follows. */
  readonly stop: () => Promise<void>;
}

export interface SubscriptionHandlers {
  /** In order, one batch at a time; the next batch waits for the promise. */
  readonly onEvents: (events: readonly Recorded[]) => Promise<void>;
  readonly onPosition?: (position: Position) => Promise<void>;
  /** Reached the live end of the log; repeated after a reconnection. */
  readonly onCaughtUp?: () => void;
  readonly onDropped?: (cause: string) => void;
}

export interface EventStore {
  /** All or nothing. Rejects only when nothing was written: events refused, or too many appends waiting. */
  readonly append: (stream: string, expected: ExpectedRevision, events: readonly Proposed[]) => Promise<AppendResult>;
  /** In order from `fromRevision` (default 0); empty when there is no such stream. */
  readonly readStream: (stream: string, fromRevision?: number) => Promise<readonly Recorded[]>;
  /** In order, strictly after `after`, at least to the end of the log when the read began. */
  readonly readAll: (after: Position, filter?: EventFilter) => AsyncIterable<Recorded>;
  readonly head: () => Promise<Position>;
  /** Strictly after `after`, through reconnections, until stopped. */
  readonly subscribe: (after: Position, handlers: SubscriptionHandlers, filter?: EventFilter) => Subscription;
}
