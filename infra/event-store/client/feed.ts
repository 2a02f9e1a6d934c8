import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  eventTypeFilter,
  START as FROM_START,
  streamNameFilter,
} from '@eventstore/db-client';
import { type Position, START } from '../../../aggregates/events';
import type { EventFilter } from '../../../commands/ports/event-store';
import { type Bell, createBell } from '../../../packages/event-store/timing/bell';
import { heldBytes } from '../held-bytes';
import { READ_AHEAD_EVENTS } from './client-guards';
import type { Connection } from './connection';

export type FeedItem =
  | { readonly kind: 'event'; readonly event: AllStreamRecordedEvent }
  | { readonly kind: 'considered'; readonly position: Position }
  | { readonly kind: 'caught_up' };

/** A subscription to $all until it fails; unread items hold the server back. */
export interface Feed {
  /** Up to `limit` items, or none. When all are taken, throws the error that ended the feed. */
  readonly take: (limit: number) => readonly FeedItem[];
  /** True when items are available, false after `timeoutMs`. */
  readonly wait: (timeoutMs: number) => Promise<boolean>;
  readonly close: () => void;
}

const BUFFERED_ITEMS = 2_000;
/** A single event and the client's own buffers may exceed this limit. */
const BUFFERED_BYTES = 4 * 1024 * 1024;

export const clientPosition = (position: Position): Position | typeof FROM_START =>
  position.commit === START.commit ? FROM_START : position;

const filterOptions = (filter: EventFilter, checkpointReached: (position: Position) => Promise<void>) => {
  const callback = {
    checkpointInterval: 1,
    checkpointReached: (_: unknown, position: Position) => checkpointReached(position),
  };
  return 'streamPrefixes' in filter
    ? streamNameFilter({ prefixes: [...filter.streamPrefixes], ...callback })
    : eventTypeFilter({ prefixes: [...filter.typePrefixes], ...callback });
};

type ClientSubscription = ReturnType<EventStoreDBClient['subscribeToAll']>;

interface FeedBuffer {
  readonly items: FeedItem[];
  bytes: number;
  subscription: ClientSubscription | null;
  failure: { readonly error: unknown } | null;
  readonly changed: Bell;
  readonly room: Bell;
}

const bytesOf = (item: FeedItem): number => (item.kind === 'event' ? heldBytes(item.event.data) : 0);

const isFull = ({ items, bytes }: FeedBuffer): boolean => items.length >= BUFFERED_ITEMS || bytes >= BUFFERED_BYTES;

/** False once the client's stream has nothing more. */
const drainOne = (buffer: FeedBuffer): boolean => {
  const next = buffer.subscription?.read() as { event?: AllStreamRecordedEvent } | null | undefined;
  if (next === null || next === undefined) return false;
  if (next.event === undefined) return true;
  const item: FeedItem = { kind: 'event', event: next.event };
  buffer.items.push(item);
  buffer.bytes += bytesOf(item);
  return true;
};

/** Remaining events stay in the client's stream, which then requests no more from the server. */
const drain = (buffer: FeedBuffer): void => {
  while (!isFull(buffer) && drainOne(buffer));
};

/** Markers bypass the client's stream, so the stream is drained first to keep the order. */
const mark = (buffer: FeedBuffer, marker: FeedItem): void => {
  while (drainOne(buffer));
  buffer.items.push(marker);
  buffer.changed.ring();
};

const fail = (buffer: FeedBuffer, error: unknown): void => {
  buffer.failure ??= { error };
  buffer.changed.ring();
  buffer.room.ring();
};

/** The client waits for this promise, which slows a filtered feed. */
const considered = async (buffer: FeedBuffer, position: Position): Promise<void> => {
  mark(buffer, { kind: 'considered', position });
  while (isFull(buffer) && buffer.failure === null) await buffer.room.wait();
};

const take = (buffer: FeedBuffer, limit: number): readonly FeedItem[] => {
  drain(buffer);
  const taken = buffer.items.splice(0, limit);
  for (const item of taken) buffer.bytes -= bytesOf(item);
  if (taken.length === 0 && buffer.failure !== null) throw buffer.failure.error;
  if (!isFull(buffer)) buffer.room.ring();
  return taken;
};

const hasNews = (buffer: FeedBuffer): boolean => {
  drain(buffer);
  return buffer.items.length > 0 || buffer.failure !== null;
};

const wait = async (buffer: FeedBuffer, timeoutMs: number): Promise<boolean> => {
  const giveUpAtMs = performance.now() + timeoutMs;
  while (!hasNews(buffer)) {
    // The bell may have announced items that were already taken.
    if (!(await buffer.changed.wait(Math.max(0, giveUpAtMs - performance.now())))) return hasNews(buffer);
  }
  return true;
};

const listen = (buffer: FeedBuffer, subscription: ClientSubscription, { served, heard }: Connection): void => {
  buffer.subscription = subscription;
  subscription.on('confirmation', served);
  subscription.on('readable', () => {
    served();
    drain(buffer);
    buffer.changed.ring();
  });
  subscription.on('caughtUp', () => {
    served();
    mark(buffer, { kind: 'caught_up' });
  });
  subscription.on('error', (error: unknown) => {
    heard();
    fail(buffer, error);
  });
  subscription.on('end', () => fail(buffer, new Error('The event store ended the subscription')));
};

export const openFeed = (connection: Connection, after: Position, filter: EventFilter | undefined): Feed => {
  const buffer: FeedBuffer = {
    ...{ items: [], bytes: 0, subscription: null, failure: null },
    ...{ changed: createBell(), room: createBell() },
  };
  const onCheckpoint = (position: Position): Promise<void> => {
    connection.served();
    return considered(buffer, position);
  };
  const filtering = filter === undefined ? {} : { filter: filterOptions(filter, onCheckpoint) };
  const options = { fromPosition: clientPosition(after), ...filtering };
  const subscription = connection.client().subscribeToAll(options, { highWaterMark: READ_AHEAD_EVENTS });
  listen(buffer, subscription, connection);
  const close = (): void => {
    fail(buffer, new Error('The subscription was stopped'));
    // Rejects only without a connection to cancel.
    void subscription.unsubscribe().catch(() => undefined);
  };
  return { take: (limit) => take(buffer, limit), wait: (timeoutMs) => wait(buffer, timeoutMs), close };
};
