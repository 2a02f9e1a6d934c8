import { setDefaultHighWaterMark } from 'node:stream';
import type { EventStore } from '../../../commands/ports/event-store';
import { createAppend } from './append';
import { openConnection } from './connection';
import { openFeed } from './feed';
import { readHead, readLog, readWholeStream } from './reading';
import { createSlots } from './slots';
import { startSubscription } from './subscription';

export interface EventStoreConnection {
  /** `esdb://...`, embedded store or cluster. */
  readonly connectionString: string;
  /** After this an append answers `unknown`, and a read without progress fails. 2,500 by default. */
  readonly deadlineMs?: number;
  /** Silence after which a subscription is compared with the head of the log. 10,000 by default. */
  readonly silenceMs?: number;
}

export interface ConnectedEventStore extends EventStore {
  /** Cuts running calls and subscriptions; stop subscriptions first. */
  readonly close: () => Promise<void>;
}

const DEADLINE_MS = 2_500;
const SILENCE_MS = 10_000;
const APPENDS_AT_A_TIME = 400;
const APPENDS_WAITING = 10_000;
const OBJECTS_BUFFERED = 512;

/**
 * The client's batch stream buffers 16 requests; beyond that a breaking connection rejects uncatchable promises and
 * ends the process. Only Node's default size reaches the stream, so it is set above the most appends under way.
 */
const makeRoomForAppends = (): void => setDefaultHighWaterMark(true, OBJECTS_BUFFERED);

/** The EventStore port over the official client (design: event-store, section 6). */
export const connectEventStore = (options: EventStoreConnection): ConnectedEventStore => {
  makeRoomForAppends();
  const { connectionString, deadlineMs = DEADLINE_MS, silenceMs = SILENCE_MS } = options;
  const connection = openConnection(connectionString);
  const head = () => readHead(connection, deadlineMs);
  return {
    append: createAppend(connection, createSlots(APPENDS_AT_A_TIME, APPENDS_WAITING), deadlineMs),
    readStream: (stream, fromRevision = 0) => readWholeStream(connection, stream, fromRevision, deadlineMs),
    readAll: (after, filter) => readLog(connection, after, filter, deadlineMs),
    head,
    subscribe: (after, handlers, filter) =>
      startSubscription(after, handlers, {
        open: (position) => openFeed(connection, position, filter),
        head,
        filtered: filter !== undefined,
        silenceMs,
      }),
    close: connection.close,
  };
};
