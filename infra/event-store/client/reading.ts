import { setTimeout as pause } from 'node:timers/promises';
import { type AllStreamRecordedEvent, BACKWARDS, END } from '@eventstore/db-client';
import { isAfter, type Position, type Recorded, START } from '../../../aggregates/events';
import { streamFault } from '../../../aggregates/stream-fault';
import type { EventFilter, StrangeRecord } from '../../../commands/ports/event-store';
import { createBackoff } from '../../../commands/timing/backoff';
import { isAskedFor, judge, mustFollow, type OwnLedger, type StreamReading } from '../judging';
import { causeOf } from '../writable';
import { isStreamDeleted, isStreamNotFound, isTooLargeToRead, isTransient, silence } from './client-errors';
import { READ_AHEAD_EVENTS } from './client-guards';
import { rawOf } from './codec';
import type { Connection } from './connection';
import { clientPosition, type Feed, openFeed } from './feed';
import { type Listening, pull } from './pull';

const RETRY_MS = 25;
/** Attempts per deadline, so that a lost request or answer does not take all of it. */
const ATTEMPTS_IN_TIME = 3;
const CHUNK = 1_000;

const listen = (connection: Connection, timeoutMs: number): Listening => ({
  connection,
  client: connection.client(),
  timeoutMs,
});

export const patiently = async <Value>(
  connection: Connection,
  timeoutMs: number,
  read: (listening: Listening) => Promise<Value>,
): Promise<Value> => {
  const giveUpAt = performance.now() + timeoutMs;
  const retry = createBackoff({ firstMs: RETRY_MS, longestMs: timeoutMs });
  for (;;) {
    const delayMs = retry.next();
    try {
      return await read(listen(connection, Math.min(timeoutMs / ATTEMPTS_IN_TIME, connection.patienceMs())));
    } catch (error) {
      if (!isTransient(error) || performance.now() + delayMs >= giveUpAt) throw error;
    }
    await pause(delayMs);
  }
};

export const readHead = (connection: Connection, timeoutMs: number): Promise<Position> =>
  patiently(connection, timeoutMs, async (listening) => {
    const last = listening.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
    for await (const chunk of pull(last, listening)) {
      return chunk[0]?.event?.position ?? START;
    }
    return START;
  });

export interface StreamAsked {
  readonly stream: string;
  readonly fromRevision: number;
  readonly ledgerId: OwnLedger;
}

/** Rejects with StreamFault. */
export const readWholeStream = (
  connection: Connection,
  { stream, fromRevision, ledgerId }: StreamAsked,
  timeoutMs: number,
): Promise<readonly Recorded[]> =>
  patiently(connection, timeoutMs, async (listening) => {
    const events: Recorded[] = [];
    const reading: StreamReading = { stream, ledgerId: ledgerId(), next: fromRevision };
    const read = listening.client.readStream(stream, { fromRevision: BigInt(fromRevision) });
    try {
      for await (const chunk of pull(read, listening)) {
        for (const { event } of chunk) if (event !== undefined) events.push(mustFollow(reading, rawOf(event)));
      }
    } catch (error) {
      if (isStreamDeleted(error)) throw streamFault(stream, 'GONE', 'the stream was permanently deleted');
      if (isTooLargeToRead(error)) throw streamFault(stream, 'UNREADABLE', causeOf(error));
      if (!isStreamNotFound(error)) throw error;
    }
    return events;
  });

/** Wanted part of the log, and the listener for records that are not ours. */
export interface LogAsked {
  readonly after: Position;
  readonly filter: EventFilter | undefined;
  readonly ledgerId: OwnLedger;
  readonly onStrange: ((record: StrangeRecord) => void) | undefined;
}

const oursOf = (event: AllStreamRecordedEvent, { filter, ledgerId, onStrange }: LogAsked): Recorded | null => {
  if (!isAskedFor(event.streamId, filter)) return null;
  const judged = judge(rawOf(event), ledgerId());
  if ('event' in judged) return judged.event;
  onStrange?.(judged.strange);
  return null;
};

/** The store's read includes the event at `after`; the port's begins after it. */
async function* readEverything(listening: Listening, asked: LogAsked): AsyncGenerator<Recorded> {
  const { after } = asked;
  const read = listening.client.readAll({ fromPosition: clientPosition(after) }, { highWaterMark: READ_AHEAD_EVENTS });
  for await (const chunk of pull(read, listening)) {
    for (const { event } of chunk) {
      if (event === undefined || !isAfter(event.position, after)) continue;
      const ours = oursOf(event, asked);
      if (ours !== null) yield ours;
    }
  }
}

/** Ends when the feed has caught up, or passes `head` on a server without such a marker. */
async function* untilCaughtUp(
  feed: Feed,
  head: Position,
  asked: LogAsked,
  timeoutMs: number,
): AsyncGenerator<Recorded> {
  for (;;) {
    if (!(await feed.wait(timeoutMs))) throw silence(timeoutMs);
    for (const item of feed.take(CHUNK)) {
      if (item.kind === 'caught_up') return;
      const position = item.kind === 'event' ? item.event.position : item.position;
      const ours = item.kind === 'event' ? oursOf(item.event, asked) : null;
      if (ours !== null) yield ours;
      if (!isAfter(head, position)) return;
    }
  }
}

/** The client cannot filter a read; a filtered subscription up to the head reads the same. */
async function* readFiltered(
  connection: Connection,
  filter: EventFilter,
  asked: LogAsked,
  timeoutMs: number,
): AsyncGenerator<Recorded> {
  const head = await readHead(connection, timeoutMs);
  if (!isAfter(head, asked.after)) return;
  const feed = openFeed(connection, asked.after, filter);
  try {
    yield* untilCaughtUp(feed, head, asked, timeoutMs);
  } finally {
    feed.close();
  }
}

/** Events of ours only; other records of the requested streams go to `onStrange`. */
export const readLog = (connection: Connection, asked: LogAsked, timeoutMs: number): AsyncGenerator<Recorded> =>
  asked.filter === undefined
    ? readEverything(listen(connection, timeoutMs), asked)
    : readFiltered(connection, asked.filter, asked, timeoutMs);
