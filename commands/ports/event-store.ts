import type { LedgerEvent, Metadata, Position, Recorded } from '../../aggregates/events';

/** The id makes appends idempotent. */
export type Proposed<Event extends LedgerEvent = LedgerEvent> = Event & {
  readonly id: string;
  readonly metadata: Metadata;
};

/** Revision of the stream's last event; "any" is not allowed. */
export type ExpectedRevision = number | 'no_stream';

/** `wrong_revision`: nothing written. `unknown`: may be written; repeating the same append settles it. */
export type AppendResult =
  | { readonly outcome: 'appended'; readonly revision: number; readonly position: Position }
  | { readonly outcome: 'wrong_revision' }
  | { readonly outcome: 'unknown'; readonly cause: string };

export type EventFilter = { readonly streamPrefixes: readonly string[] } | { readonly typePrefixes: readonly string[] };

/** A record of the log as stored: of any stream and type, not decoded. */
export interface StoredRecord {
  readonly stream: string;
  /** Beyond the safe integers for the mark that ends a deleted stream. */
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly position: Position;
}

/** No event of this ledger: foreign, the store's own, or unreadable; `$$` streams too. Never between the events. */
export interface StrangeRecord extends StoredRecord {
  readonly why: string;
  /** True when the metadata names this ledger as the writer. */
  readonly isOurs: boolean;
}

/** NONE: never written, or deleted softly. GONE: deleted permanently, or truncated completely. */
export type StreamBeginning = { readonly is: 'NONE' | 'GONE' } | { readonly is: 'FROM'; readonly revision: number };

export interface Subscription {
  /** Resolves when no further handler call follows. */
  readonly stop: () => Promise<void>;
}

/** The reason of an ended subscription: the store would refuse it again. */
export type SubscriptionFailure =
  /** The log ends before the place to continue from: the events up to there would be skipped silently. */
  | { readonly name: 'beyond_head'; readonly position: Position; readonly head: Position }
  | { readonly name: 'refused'; readonly cause: string };

export interface SubscriptionHandlers {
  /** In order, one batch at a time; the next batch waits for the promise. */
  readonly onEvents: (events: readonly Recorded[]) => Promise<void>;
  /** Reported in their place among the events; skipped without this handler. */
  readonly onStrange?: (records: readonly StrangeRecord[]) => Promise<void>;
  readonly onPosition?: (position: Position) => Promise<void>;
  /** Reached the live end of the log; repeated after a reconnection. */
  readonly onCaughtUp?: () => void;
  /** The connection was cut; the subscription continues by itself. */
  readonly onDropped?: (cause: string) => void;
  /** The subscription has ended: no handler is called again. */
  readonly onFailed?: (failure: SubscriptionFailure) => void;
}

export interface EventStore {
  /** All or nothing. Rejects only when no event was written, and with StreamFault when a new stream already exists. */
  readonly append: (stream: string, expected: ExpectedRevision, events: readonly Proposed[]) => Promise<AppendResult>;
  /** From `fromRevision` (default 0); empty without a stream. Rejects with StreamFault on one not whole or not ours. */
  readonly readStream: (stream: string, fromRevision?: number) => Promise<readonly Recorded[]>;
  /** In order, strictly after `after`, at least to the end of the log when the read began; events of ours alone. */
  readonly readAll: (
    after: Position,
    filter?: EventFilter,
    onStrange?: (record: StrangeRecord) => void,
  ) => AsyncIterable<Recorded>;
  readonly head: () => Promise<Position>;
  /** The first record at `position` or after it; null: there is none, or `position` is inside a record. */
  readonly recordAt: (position: Position) => Promise<StoredRecord | null>;
  /** At most `limit`, the newest first, strictly before `position`. */
  readonly recordsBefore: (position: Position, limit: number) => Promise<readonly StoredRecord[]>;
  /** For any stream, `$$` streams included. */
  readonly beginningOf: (stream: string) => Promise<StreamBeginning>;
  /** Strictly after `after`, through reconnections, until stopped or refused. */
  readonly subscribe: (after: Position, handlers: SubscriptionHandlers, filter?: EventFilter) => Subscription;
}
