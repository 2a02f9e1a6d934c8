import { setTimeout as pause } from 'node:timers/promises';
import { type Position, type Recorded } from '../../../aggregates/events';
import type { EventFilter, EventStore, StrangeRecord } from '../../../commands/ports/event-store';
import { createBackoff } from '../../../commands/timing/backoff';
import type { EventLog, LogPage } from '../../../packages/event-store/log/log';
import { isLogAway } from '../../../packages/event-store/log/log-error';
import { EVERYTHING, type Narrowing, prefixesOf } from '../../../packages/event-store/log/queries';
import { isAskedFor, judge, mustFollow, type OwnLedger, type RawRecord, type StreamReading } from '../judging';
import { positionOf, rawOf, recordOf } from './raw-record';

const PAGE = 500;
/** Positions that one query of a filtered read covers. */
const FILTERED_PAGE = 10_000;
const FIRST_RETRY_MS = 25;

export const placeOf = ({ commit }: Position): number => Number(commit);

export const narrowingOf = (filter: EventFilter | undefined): Narrowing => {
  if (filter === undefined) return EVERYTHING;
  return 'streamPrefixes' in filter
    ? prefixesOf('stream', filter.streamPrefixes)
    : prefixesOf('type', filter.typePrefixes);
};

/** Repeats failures of an unreachable database until the deadline. */
export const patiently = async <Value>(deadlineMs: number, read: () => Promise<Value>): Promise<Value> => {
  const giveUpAtMs = performance.now() + deadlineMs;
  const retry = createBackoff({ firstMs: FIRST_RETRY_MS, longestMs: deadlineMs });
  for (;;) {
    const delayMs = retry.next();
    try {
      return await read();
    } catch (error) {
      if (!isLogAway(error) || performance.now() + delayMs >= giveUpAtMs) throw error;
    }
    await pause(delayMs);
  }
};

/** Fetched during the page before: its reader may never await it, so a rejection must not be unhandled. */
const ahead = (page: Promise<LogPage>): Promise<LogPage> => {
  page.catch(() => undefined);
  return page;
};

export async function* readRecords(
  log: EventLog,
  after: Position,
  filter: EventFilter | undefined,
  deadlineMs: number,
): AsyncGenerator<readonly RawRecord[]> {
  const narrowing = narrowingOf(filter);
  const limit = filter === undefined ? PAGE : FILTERED_PAGE;
  const pageAfter = (at: number): Promise<LogPage> =>
    ahead(patiently(deadlineMs, () => log.page(at, limit, narrowing)));
  let at = placeOf(after);
  let coming = pageAfter(at);
  for (;;) {
    const { events, upTo } = await coming;
    if (upTo <= at) return;
    at = upTo;
    coming = pageAfter(at);
    yield events.map(rawOf);
  }
}

interface Reader {
  readonly log: EventLog;
  readonly ledgerId: OwnLedger;
  readonly deadlineMs: number;
}

async function* readOurs(
  { log, ledgerId, deadlineMs }: Reader,
  [after, filter]: readonly [Position, EventFilter | undefined],
  onStrange: ((record: StrangeRecord) => void) | undefined,
): AsyncGenerator<Recorded> {
  for await (const records of readRecords(log, after, filter, deadlineMs)) {
    for (const record of records) {
      if (!isAskedFor(record.stream, filter)) continue;
      const judged = judge(record, ledgerId());
      if ('event' in judged) yield judged.event;
      else onStrange?.(judged.strange);
    }
  }
}

/** Rejects with StreamFault. */
const readWhole = async ({ log, ledgerId }: Reader, stream: string, from: number): Promise<readonly Recorded[]> => {
  const events: Recorded[] = [];
  const reading: StreamReading = { stream, ledgerId: ledgerId(), next: from };
  for (;;) {
    const { events: found, isCut } = await log.queries.ofStream(stream, reading.next, PAGE);
    for (const event of found) events.push(mustFollow(reading, rawOf(event)));
    if (!isCut && found.length < PAGE) return events;
  }
};

type Reads = Pick<EventStore, 'readStream' | 'readAll' | 'head' | 'recordAt' | 'recordsBefore' | 'beginningOf'>;

export const createReads = (reader: Reader): Reads => {
  const { log, deadlineMs } = reader;
  const { queries } = log;
  return {
    readStream: (stream, fromRevision = 0) => patiently(deadlineMs, () => readWhole(reader, stream, fromRevision)),
    readAll: (after, filter, onStrange) => readOurs(reader, [after, filter], onStrange),
    head: () => patiently(deadlineMs, async () => positionOf(await queries.head())),
    recordAt: (position) =>
      patiently(deadlineMs, async () => {
        const [first] = (await log.page(placeOf(position) - 1, 1)).events;
        return first === undefined ? null : recordOf(first);
      }),
    recordsBefore: (position, limit) =>
      patiently(deadlineMs, async () => {
        const before = Math.min(placeOf(position), (await queries.head()) + 1);
        const { events } = await queries.betweenBackwards(before, before - limit, EVERYTHING);
        return events.map(recordOf);
      }),
    beginningOf: (stream) =>
      patiently(deadlineMs, async () => {
        const [first] = (await queries.ofStream(stream, 0, 1)).events;
        return first === undefined ? { is: 'NONE' } : { is: 'FROM', revision: first.revision };
      }),
  };
};
