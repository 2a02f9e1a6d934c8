import type { EventLog } from '../../log/log';
import { EVERYTHING } from '../../log/queries';
import type { StoredEvent } from '../../log/stored-event';
import type { Call } from '../grpc/call';
import { sendEvents } from '../grpc/event-frames';
import { type Filter, filterOf } from '../messages/filter';
import { streamNameOf } from '../messages/proposals';
import { streamNotFound } from '../messages/read-messages';
import { type ReadOptions, toNumber } from '../messages/wire';

/** Positions, or events of a stream, per page; fewer where they pass SLICE_BYTES. */
export const PAGE = 1_000;

const BACKWARDS = 1;

interface Page {
  readonly events: readonly StoredEvent[];
  readonly next: (() => Promise<Page>) | null;
}

/** Prefetched: its caller may never await it, so a rejection must not be unhandled. */
const ahead = (page: Promise<Page>): Promise<Page> => {
  page.catch(() => undefined);
  return page;
};

/** Sends at most `count` events, fetching the next page while this one is sent. */
const sendPages = async (call: Call, first: Promise<Page>, count: number): Promise<void> => {
  let left = count;
  let coming: Promise<Page> | null = ahead(first);
  while (coming !== null && left > 0 && !call.isClosed()) {
    const page: Page = await coming;
    const events = page.events.length > left ? page.events.slice(0, left) : page.events;
    left -= events.length;
    coming = left > 0 && page.next !== null ? ahead(page.next()) : null;
    await sendEvents(events, call.write);
  }
};

/** A walk through $all, `size` positions per page. */
interface Walk {
  readonly log: EventLog;
  readonly filter: Filter | null;
  readonly size: number;
}

const wanted = (events: readonly StoredEvent[], { filter }: Walk): readonly StoredEvent[] =>
  filter === null ? events : events.filter(filter.matches);

const allForwards = async (walk: Walk, after: number, end: number): Promise<Page> => {
  const { upTo, events } = await walk.log.page(after, Math.min(walk.size, end - after), walk.filter?.narrowing);
  const more = upTo < end && upTo > after;
  return { events: wanted(events, walk), next: more ? () => allForwards(walk, upTo, end) : null };
};

const allBackwards = async (walk: Walk, before: number): Promise<Page> => {
  const downTo = Math.max(1, before - walk.size);
  const narrowing = walk.filter?.narrowing ?? EVERYTHING;
  const { events, isCut } = await walk.log.queries.betweenBackwards(before, downTo, narrowing);
  const reached = isCut ? (events.at(-1)?.position ?? downTo) : downTo;
  return { events: wanted(events, walk), next: reached > 1 ? () => allBackwards(walk, reached) : null };
};

/** $all: forwards from a position, inclusive; backwards from a position, exclusive. */
export const readAll = async (call: Call, log: EventLog, options: ReadOptions): Promise<void> => {
  const count = toNumber(options.count);
  const filter = filterOf(options);
  const walk: Walk = { log, filter, size: filter === null ? Math.max(1, Math.min(PAGE, count)) : PAGE };
  const from = options.all?.from ?? 'start';
  const position = toNumber(options.all?.position?.commit ?? 0);
  const head = await log.queries.head();
  if (options.direction === BACKWARDS) {
    const before = from === 'end' ? head + 1 : from === 'start' ? 1 : Math.min(position, head + 1);
    if (before > 1) await sendPages(call, allBackwards(walk, before), count);
    return;
  }
  const after = from === 'end' ? head : from === 'start' ? 0 : Math.max(0, position - 1);
  if (after < head) await sendPages(call, allForwards(walk, after, head), count);
};

const streamForwards = async (log: EventLog, stream: string, from: number, size: number): Promise<Page> => {
  const { events, isCut } = await log.queries.ofStream(stream, from, size);
  const last = events.at(-1);
  const more = last !== undefined && (isCut || events.length === size);
  return { events, next: more ? () => streamForwards(log, stream, last.revision + 1, size) : null };
};

const streamBackwards = async (log: EventLog, stream: string, from: number, size: number): Promise<Page> => {
  const { events } = await log.queries.ofStreamBackwards(stream, from, size);
  const last = events.at(-1);
  const more = last !== undefined && last.revision > 0;
  return { events, next: more ? () => streamBackwards(log, stream, last.revision - 1, size) : null };
};

const startRevision = (source: NonNullable<ReadOptions['stream']>): number => {
  if (source.from === 'start') return 0;
  return source.from === 'end' ? Number.MAX_SAFE_INTEGER : Math.min(toNumber(source.revision), Number.MAX_SAFE_INTEGER);
};

/** An empty result means no stream, unless the read skipped the first events. */
const exists = async (log: EventLog, stream: string, skipped: number): Promise<boolean> =>
  skipped > 0 && (await log.queries.lastRevision(stream)) >= 0;

/** A stream from a revision, inclusive in both directions. */
export const readStream = async (
  call: Call,
  log: EventLog,
  options: ReadOptions,
  source: NonNullable<ReadOptions['stream']>,
): Promise<void> => {
  const stream = streamNameOf(source.stream);
  const count = toNumber(options.count);
  const from = startRevision(source);
  const isForwards = options.direction !== BACKWARDS;
  const pageOf = isForwards ? streamForwards : streamBackwards;
  const first = await pageOf(log, stream, from, Math.max(1, Math.min(PAGE, count)));
  if (first.events.length > 0) return sendPages(call, Promise.resolve(first), count);
  if (!(await exists(log, stream, isForwards ? from : 0))) await call.write(streamNotFound(stream));
};
