import { setTimeout as pause } from 'node:timers/promises';
import { BACKWARDS, END } from '@eventstore/db-client';
import { isAfter, type Position, type Recorded, START } from '../../../aggregates/events';
import type { EventFilter } from '../../../commands/ports/event-store';
import { createBackoff } from '../../../commands/timing/backoff';
import { isStreamNotFound, isTransient, silence } from './client-errors';
import { isSystemStream, toRecorded } from './codec';
import type { Connection } from './connection';
import { clientPosition, type Feed, openFeed } from './feed';
import { type Listening, pull } from './pull';

const RETRY_MS = 25;
/** Attempts per deadline: the connection of an unanswered one may be dead. */
const ATTEMPTS_IN_TIME = 3;
const CHUNK = 1_000;

const listen = (connection: Connection, timeoutMs: number): Listening => ({
  connection,
  client: connection.client(),
  timeoutMs,
});

/** Retries transient failures while there is time. */
const patiently = async <Value>(
  connection: Connection,
  timeoutMs: number,
  read: (listening: Listening) => Promise<Value>,
): Promise<Value> => {
  const giveUpAt = performance.now() + timeoutMs;
  const retry = createBackoff({ firstMs: RETRY_MS, longestMs: timeoutMs });
  for (;;) {
    const delayMs = retry.next();
    try {
      return await read(listen(connection, timeoutMs / ATTEMPTS_IN_TIME));
    } catch (error) {
      if (!isTransient(error) || performance.now() + delayMs >= giveUpAt) throw error;
    }
    await pause(delayMs);
  }
};

/** Position of the last event of the log, system streams included. */
export const readHead = (connection: Connection, timeoutMs: number): Promise<Position> =>
  patiently(connection, timeoutMs, async (listening) => {
    const last = listening.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
    for await (const chunk of pull(last, listening)) {
      return chunk[0]?.event?.position ?? START;
    }
    return START;
  });

export const readWholeStream = (
  connection: Connection,
  stream: string,
  fromRevision: number,
  timeoutMs: number,
): Promise<readonly Recorded[]> =>
  patiently(connection, timeoutMs, async (listening) => {
    const events: Recorded[] = [];
    const read = listening.client.readStream(stream, { fromRevision: BigInt(fromRevision) });
    try {
      for await (const chunk of pull(read, listening)) {
        for (const { event } of chunk) if (event !== undefined) events.push(toRecorded(event));
      }
    } catch (error) {
      if (!isStreamNotFound(error)) throw error;
    }
    return events;
  });

/** The store's read includes the event at `after`; the port's begins after it. */
async function* readEverything(listening: Listening, after: Position): AsyncGenerator<Recorded> {
  const read = listening.client.readAll({ fromPosition: clientPosition(after) }, { highWaterMark: CHUNK });
  for await (const chunk of pull(read, listening)) {
    for (const { event } of chunk) {
      if (event === undefined || isSystemStream(event.streamId) || !isAfter(event.position, after)) continue;
      yield toRecorded(event);
    }
  }
}

/** Until the feed has caught up, or passes `head` on a server that sends no such marker. */
async function* untilCaughtUp(feed: Feed, head: Position, timeoutMs: number): AsyncGenerator<Recorded> {
  for (;;) {
    if (!(await feed.wait(timeoutMs))) throw silence(timeoutMs);
    for (const item of feed.take(CHUNK)) {
      if (item.kind === 'caught_up') return;
      const position = item.kind === 'event' ? item.event.position : item.position;
      if (item.kind === 'event' && !isSystemStream(item.event.streamId)) yield toRecorded(item.event);
      if (!isAfter(head, position)) return;
    }
  }
}

/** The client cannot filter a read; a filtered subscription up to the head reads the same. */
async function* readFiltered(
  connection: Connection,
  after: Position,
  filter: EventFilter,
  timeoutMs: number,
): AsyncGenerator<Recorded> {
  const head = await readHead(connection, timeoutMs);
  if (!isAfter(head, after)) return;
  const feed = openFeed(connection, after, filter);
  try {
    yield* untilCaughtUp(feed, head, timeoutMs);
  } finally {
    feed.close();
  }
}

export const readLog = (
  connection: Connection,
  after: Position,
  filter: EventFilter | undefined,
  timeoutMs: number,
): AsyncGenerator<Recorded> =>
  filter === undefined
    ? readEverything(listen(connection, timeoutMs), after)
    : readFiltered(connection, after, filter, timeoutMs);
