import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  eventTypeFilter,
  START as FROM_START,
  streamNameFilter,
} from '@eventstore/db-client';
import { type Position, START } from '../../aggregates/events';
import type { EventFilter } from '../../commands/event-store';

/** What a subscription of the client brings, in the order of the log. */
export type FeedItem =
  | { readonly kind: 'event'; readonly event: AllStreamRecordedEvent }
  | { readonly kind: 'considered'; readonly position: Position }
  | { readonly kind: 'caught_up' };

/** One subscription to everything, until it fails; the server is held back while nobody takes. */
export interface Feed {
  /** Up to `limit` items; empty when there are none. Throws the error that ended the feed once all are taken. */
  readonly take: (limit: number) => readonly FeedItem[];
  /** Resolves to true when there is something to take, to false after `timeoutMs`. */
  readonly wait: (timeoutMs: number) => Promise<boolean>;
  readonly close: () => void;
}

const BUFFERED_ITEMS = 2_000;
const CLIENT_BUFFERED_EVENTS = 500;

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

export const openFeed = (client: EventStoreDBClient, after: Position, filter: EventFilter | undefined): Feed => {
  const items: FeedItem[] = [];
  let failure: { readonly error: unknown } | null = null;
  let changed = (): void => undefined;
  let roomAgain = (): void => undefined;

  /** Events wait in the client's stream; markers do not pass through it. Emptying it first keeps the order. */
  const drain = (limit: number): void => {
    while (items.length < limit) {
      const next = subscription.read() as { event?: AllStreamRecordedEvent } | null;
      if (next === null) return;
      if (next.event !== undefined) items.push({ kind: 'event', event: next.event });
    }
  };

  const mark = (marker: FeedItem): void => {
    drain(Infinity);
    items.push(marker);
    changed();
  };

  // The client waits for this promise before it goes on: that is how a filtered feed is held back.
  const considered = async (position: Position): Promise<void> => {
    mark({ kind: 'considered', position });
    if (items.length >= BUFFERED_ITEMS) await new Promise<void>((resolve) => void (roomAgain = resolve));
  };

  const subscription = client.subscribeToAll(
    {
      fromPosition: clientPosition(after),
      ...(filter === undefined ? {} : { filter: filterOptions(filter, considered) }),
    },
    { highWaterMark: CLIENT_BUFFERED_EVENTS },
  );
  subscription.on('readable', () => {
    drain(BUFFERED_ITEMS);
    changed();
  });
  subscription.on('caughtUp', () => mark({ kind: 'caught_up' }));
  const ended = (error: unknown): void => {
    failure ??= { error };
    changed();
  };
  subscription.on('error', ended);
  subscription.on('end', () => ended(new Error('The event store ended the subscription')));

  const take = (limit: number): readonly FeedItem[] => {
    drain(BUFFERED_ITEMS);
    const taken = items.splice(0, limit);
    if (taken.length === 0 && failure !== null) throw failure.error;
    if (items.length < BUFFERED_ITEMS) roomAgain();
    return taken;
  };

  const wait = (timeoutMs: number): Promise<boolean> => {
    drain(BUFFERED_ITEMS);
    if (items.length > 0 || failure !== null) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs, false);
      changed = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  };

  const close = (): void => {
    failure ??= { error: new Error('The subscription was stopped') };
    changed();
    roomAgain();
    // It rejects only where there was no connection to cancel.
    void subscription.unsubscribe().catch(() => undefined);
  };

  return { take, wait, close };
};
