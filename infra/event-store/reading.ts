import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { isAfter, type Position, type Recorded, START } from '../../aggregates/events';
import type { EventFilter } from '../../commands/event-store';
import { isStreamNotFound, isTransient } from './client-errors';
import { isSystemStream, toRecorded } from './codec';
import { clientPosition, type Feed, openFeed } from './feed';
import { pull } from './pull';

const RETRY_MS = 25;
const CHUNK = 1_000;

/** Repeats a read that failed for want of a connection while there is time. */
const patiently = async <Value>(read: () => Promise<Value>, timeoutMs: number): Promise<Value> => {
  const giveUpAt = performance.now() + timeoutMs;
  for (let delayMs = RETRY_MS; ; delayMs *= 2) {
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error) || performance.now() + delayMs >= giveUpAt) throw error;
    }
    await new Promise((resolve) => void setTimeout(resolve, delayMs));
  }
};

/** The position of the last event of the log, whatever stream it is in. */
export const readHead = (client: EventStoreDBClient, timeoutMs: number): Promise<Position> =>
  patiently(async () => {
    const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
    for await (const chunk of pull(last, timeoutMs)) {
      return chunk[0]?.event?.position ?? START;
    }
    return START;
  }, timeoutMs);

export const readWholeStream = (
  client: EventStoreDBClient,
  stream: string,
  fromRevision: number,
  timeoutMs: number,
): Promise<readonly Recorded[]> =>
  patiently(async () => {
    const events: Recorded[] = [];
    const read = client.readStream(stream, { fromRevision: BigInt(fromRevision) });
    try {
      for await (const chunk of pull(read, timeoutMs)) {
        for (const { event } of chunk) if (event !== undefined) events.push(toRecorded(event));
      }
    } catch (error) {
      if (!isStreamNotFound(error)) throw error;
    }
    return events;
  }, timeoutMs);

/** The store's own read includes the event at the position; the port's begins after it. */
async function* readEverything(
  client: EventStoreDBClient,
  after: Position,
  timeoutMs: number,
): AsyncGenerator<Recorded> {
  const read = client.readAll({ fromPosition: clientPosition(after) }, { highWaterMark: CHUNK });
  for await (const chunk of pull(read, timeoutMs)) {
    for (const { event } of chunk) {
      if (event === undefined || isSystemStream(event.streamId) || !isAfter(event.position, after)) continue;
      yield toRecorded(event);
    }
  }
}

/** The events of a feed up to where it has caught up, or has passed `head` on a server that does not say so. */
async function* untilCaughtUp(feed: Feed, head: Position, timeoutMs: number): AsyncGenerator<Recorded> {
  for (;;) {
    if (!(await feed.wait(timeoutMs))) throw new Error(`The event store sent nothing for ${timeoutMs} ms`);
    for (const item of feed.take(CHUNK)) {
      if (item.kind === 'caught_up') return;
      const position = item.kind === 'event' ? item.event.position : item.position;
      if (item.kind === 'event' && !isSystemStream(item.event.streamId)) yield toRecorded(item.event);
      if (!isAfter(head, position)) return;
    }
  }
}

/** The client cannot filter a read; a subscription with the filter, up to the end, reads the same. */
async function* readFiltered(
  client: EventStoreDBClient,
  after: Position,
  filter: EventFilter,
  timeoutMs: number,
): AsyncGenerator<Recorded> {
  const head = await readHead(client, timeoutMs);
  if (!isAfter(head, after)) return;
  const feed = openFeed(client, after, filter);
  try {
    yield* untilCaughtUp(feed, head, timeoutMs);
  } finally {
    feed.close();
  }
}

export const readLog = (
  client: EventStoreDBClient,
  after: Position,
  filter: EventFilter | undefined,
  timeoutMs: number,
): AsyncGenerator<Recorded> =>
  filter === undefined ? readEverything(client, after, timeoutMs) : readFiltered(client, after, filter, timeoutMs);
