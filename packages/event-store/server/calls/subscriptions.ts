import type { EventLog, LogPage } from '../../log/log';
import { type Bell, createBell } from '../../timing/bell';
import type { Call } from '../grpc/call';
import { encodeEvents, sendEvents } from '../grpc/event-frames';
import { invalid } from '../grpc/refusal';
import { type Filter, filterOf } from '../messages/filter';
import { streamNameOf } from '../messages/proposals';
import { caughtUp, checkpoint } from '../messages/read-messages';
import { type ReadOptions, toNumber } from '../messages/wire';
import { PAGE } from './read-pages';

/** A filtered subscription without hits still gets checkpoints this often. */
const IDLE_CHECKPOINT_MS = 1_000;
/** Where a notification was missed. */
const POLL_MS = 1_000;

/** Registers a bell while `follow` runs; the end of the call rings it too. */
const whileRegistered = async (
  { call, log }: { readonly call: Call; readonly log: EventLog },
  follow: (bell: Bell) => Promise<void>,
): Promise<void> => {
  const bell = createBell();
  const leave = log.onAppended(bell);
  call.onClosed(bell.ring);
  try {
    await follow(bell);
  } finally {
    leave();
  }
};

interface Progress {
  /** Position up to which the log was considered. */
  at: number;
  /** Last checkpoint sent, and position where the next is due. */
  sent: number;
  due: number;
  live: boolean;
}

/** Events and checkpoints in order; adjacent checkpoints become one. */
const filteredPage = (page: LogPage, filter: Filter, progress: Progress): Buffer[] => {
  const hits = page.events.filter(filter.matches);
  const parts: Buffer[] = [];
  let from = 0;
  for (;;) {
    const found = hits.findIndex(({ position }, index) => index >= from && position > progress.due);
    const to = found === -1 ? hits.length : found;
    if (to > from) parts.push(encodeEvents(hits.slice(from, to)));
    from = to;
    if (progress.due > page.upTo) return parts;
    const horizon = (hits[from]?.position ?? page.upTo + 1) - 1;
    const passed = Math.floor((horizon - progress.due) / filter.checkpointEvery) * filter.checkpointEvery;
    progress.sent = progress.due + passed;
    progress.due = progress.sent + filter.checkpointEvery;
    parts.push(checkpoint(progress.sent));
  }
};

const sendPage = async (call: Call, page: LogPage, filter: Filter | null, progress: Progress): Promise<void> => {
  progress.at = page.upTo;
  if (filter === null) return sendEvents(page.events, call.write);
  const parts = filteredPage(page, filter, progress);
  if (parts.length > 0) await call.write(Buffer.concat(parts));
};

const sendCheckpoint = async (call: Call, progress: Progress): Promise<void> => {
  if (progress.at <= progress.sent) return;
  progress.sent = progress.at;
  await call.write(checkpoint(progress.at));
};

const rest = async (call: Call, bell: Bell, filter: Filter | null, progress: Progress): Promise<void> => {
  if (!progress.live) {
    progress.live = true;
    if (filter !== null) await sendCheckpoint(call, progress);
    await call.write(caughtUp());
  }
  const owed = filter !== null && progress.at > progress.sent;
  await bell.wait(owed ? IDLE_CHECKPOINT_MS : POLL_MS);
};

const startOfAll = (options: ReadOptions, head: number): number => {
  const from = options.all?.from ?? 'start';
  if (from !== 'position') return from === 'end' ? head : 0;
  const position = toNumber(options.all?.position?.commit ?? 0);
  // Events up to that position would be skipped silently.
  if (position > head) throw invalid(`Position ${position} is beyond the head ${head} of the log`);
  return position;
};

const followAll = async (call: Call, log: EventLog, options: ReadOptions, bell: Bell): Promise<void> => {
  const filter = filterOf(options);
  const at = startOfAll(options, await log.queries.head());
  const progress: Progress = { at, sent: at, due: at + (filter?.checkpointEvery ?? 0), live: false };
  let checkpointAtMs = performance.now();
  while (!call.isClosed()) {
    const page = await log.page(progress.at, PAGE, filter?.narrowing);
    if (page.upTo > progress.at) await sendPage(call, page, filter, progress);
    else await rest(call, bell, filter, progress);
    if (filter !== null && progress.live && performance.now() - checkpointAtMs >= IDLE_CHECKPOINT_MS) {
      checkpointAtMs = performance.now();
      await sendCheckpoint(call, progress);
    }
  }
};

/** $all after a position, exclusive, then live. */
export const subscribeToAll = (call: Call, log: EventLog, options: ReadOptions): Promise<void> =>
  whileRegistered({ call, log }, (bell) => followAll(call, log, options, bell));

type StreamSource = NonNullable<ReadOptions['stream']>;

const startOfStream = async (log: EventLog, stream: string, source: StreamSource): Promise<number> => {
  if (source.from === 'start') return 0;
  if (source.from === 'revision') return Math.min(toNumber(source.revision), Number.MAX_SAFE_INTEGER - 1) + 1;
  return (await log.queries.lastRevision(stream)) + 1;
};

const followStream = async (call: Call, log: EventLog, source: StreamSource, bell: Bell): Promise<void> => {
  const stream = streamNameOf(source.stream);
  let next = await startOfStream(log, stream, source);
  let live = false;
  while (!call.isClosed()) {
    const { events } = await log.queries.ofStream(stream, next, PAGE);
    const last = events.at(-1);
    if (last !== undefined) {
      next = last.revision + 1;
      await sendEvents(events, call.write);
      continue;
    }
    if (!live) await call.write(caughtUp());
    live = true;
    await bell.wait(POLL_MS);
  }
};

/** A stream after a revision, exclusive, then live. */
export const subscribeToStream = (call: Call, log: EventLog, source: StreamSource): Promise<void> =>
  whileRegistered({ call, log }, (bell) => followStream(call, log, source, bell));
