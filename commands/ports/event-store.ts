import type { LedgerEvent, Metadata, Position, Recorded } from '../../aggregates/events';

/** An event on its way into the store. Its id makes a repeated append the same append. */
export type Proposed<Event extends LedgerEvent = LedgerEvent> = Event & {
  readonly id: string;
  readonly metadata: Metadata;
};

/** The revision of the stream's last event, or `no_stream`; "any" does not exist here. */
export type ExpectedRevision = number | 'no_stream';

/**
 * `wrong_revision`: somebody else was faster, nothing was written. `unknown`: the store did not answer in time;
 * the events may or may not be there, and a repetition with the same ids and the same revision settles it.
 */
export type AppendResult =
  | { readonly outcome: 'appended'; readonly revision: number; readonly position: Position }
  | { readonly outcome: 'wrong_revision' }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** Which events a subscription wants: by prefix of the stream's name or of the event's type; never both. */
export type EventFilter = { readonly streamPrefixes: readonly string[] } | { readonly typePrefixes: readonly string[] };

export interface Subscription {
  /** Stops; resolves when no further handler call will be made. */
  readonly stop: () => Promise<void>;
}

export interface SubscriptionHandlers {
  /** Called with events in order, one batch at a time; the next batch waits for the promise. */
  readonly onEvents: (events: readonly Recorded[]) => Promise<void>;
  /** Everything up to here has been considered, although nothing of it was wanted. */
  readonly onPosition?: (position: Position) => Promise<void>;
  /** The end of the log was reached, and what follows is live. May be called again after a reconnection. */
  readonly onCaughtUp?: () => void;
  /** The subscription was cut and will be made again from the last position handled. */
  readonly onDropped?: (cause: string) => void;
}

export interface EventStore {
  /**
   * Writes all events or none. Rejects only when nothing can have been written: the events are refused, or so many
   * appends wait already that this one was never sent.
   */
  readonly append: (stream: string, expected: ExpectedRevision, events: readonly Proposed[]) => Promise<AppendResult>;
  /** A stream's events in order from `fromRevision` (default 0); empty when there is no such stream. */
  readonly readStream: (stream: string, fromRevision?: number) => Promise<readonly Recorded[]>;
  /** Everything in order, strictly after `after`, up to the end of the log as it was when the read began, or further. */
  readonly readAll: (after: Position, filter?: EventFilter) => AsyncIterable<Recorded>;
  /** The position of the last event of the log; START when it is empty. */
  readonly head: () => Promise<Position>;
  /** Follows the log strictly after `after`, through reconnections, until stopped. */
  readonly subscribe: (after: Position, handlers: SubscriptionHandlers, filter?: EventFilter) => Subscription;
}
