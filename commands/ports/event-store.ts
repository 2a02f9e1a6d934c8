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

/** A record of the log as it stands there: of whatever stream and type, nothing of it decoded. */
export interface StoredRecord {
  readonly stream: string;
  /** Beyond the safe integers for the mark that ends a deleted stream. */
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly position: Position;
}

/**
 * No event of this ledger: somebody else's, the store's own, or one that cannot be read. Told where it was asked for by
 * the prefix of its stream, `$$` streams among them, and never between the events.
 */
export interface StrangeRecord extends StoredRecord {
  readonly why: string;
  /** It was written by this ledger, as far as its metadata tells. */
  readonly isOurs: boolean;
}

/** NONE: nobody wrote there, or what was written is hidden softly. GONE: deleted for good, or nothing of it is shown. */
export type StreamBeginning = { readonly is: 'NONE' | 'GONE' } | { readonly is: 'FROM'; readonly revision: number };

export interface Subscription {
  /** Resolves when no further handler call follows. */
  readonly stop: () => Promise<void>;
}

/** Why a subscription is over: asked again, the store would refuse it again. */
export type SubscriptionFailure =
  /** The log ends before the place from which to go on: what came up to there would be left out without a word. */
  | { readonly name: 'beyond_head'; readonly position: Position; readonly head: Position }
  | { readonly name: 'refused'; readonly cause: string };

export interface SubscriptionHandlers {
  /** In order, one batch at a time; the next batch waits for the promise. */
  readonly onEvents: (events: readonly Recorded[]) => Promise<void>;
  /** In their place among the events; without it they are passed over. */
  readonly onStrange?: (records: readonly StrangeRecord[]) => Promise<void>;
  readonly onPosition?: (position: Position) => Promise<void>;
  /** Reached the live end of the log; repeated after a reconnection. */
  readonly onCaughtUp?: () => void;
  /** Cut, and going on by itself. */
  readonly onDropped?: (cause: string) => void;
  /** Over: no handler is called again. */
  readonly onFailed?: (failure: SubscriptionFailure) => void;
}

export interface EventStore {
  /**
   * All or nothing. Rejects only when nothing was written: events refused, or too many appends waiting; and with
   * StreamFault when a stream that should have been new went on.
   */
  readonly append: (stream: string, expected: ExpectedRevision, events: readonly Proposed[]) => Promise<AppendResult>;
  /**
   * In order from `fromRevision` (default 0); empty when there is no such stream. Rejects with StreamFault on one that
   * is not whole or not ours.
   */
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
  /** Of any stream, `$$` streams included. */
  readonly beginningOf: (stream: string) => Promise<StreamBeginning>;
  /** Strictly after `after`, through reconnections, until stopped or refused. */
  readonly subscribe: (after: Position, handlers: SubscriptionHandlers, filter?: EventFilter) => Subscription;
}
