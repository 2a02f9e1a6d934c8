import { type Bell } from '../timing/bell';
import type { QueueLimits } from './append-queue';
import type { AppendReply, AppendRequest } from './append-request';
import { EVERYTHING, type Narrowing, openQueries, type Queries } from './queries';
import type { StoredEvent } from './stored-event';
import { createWriter } from './writer';
import { connectWriter } from './writer-connection';

/** `events` are those in `(after, upTo]`, or fewer where a narrowing left some out: a reader filters by itself. */
export interface LogPage {
  readonly events: readonly StoredEvent[];
  readonly upTo: number;
}

export interface LogCounters {
  readonly isConnected: boolean;
  readonly waiting: number;
  readonly appends: Readonly<Record<AppendReply['outcome'], number>>;
}

/**
 * The log over PostgreSQL. Positions are dense, in the order of commits: no event appears before a position that a
 * reader has passed.
 */
export interface EventLog {
  /** Makes the tables and takes the lock; the first append would, too. Rejects when another version writes. */
  readonly connect: () => Promise<void>;
  readonly submit: (request: AppendRequest) => void;
  /** At most `limit` positions after `after`, fewer where their events are large. */
  readonly page: (after: number, limit: number, narrowing?: Narrowing) => Promise<LogPage>;
  readonly queries: Queries;
  /** Rings the bell after each append, of any process; now and then one is missed. Answers what ends it. */
  readonly onAppended: (bell: Bell) => () => void;
  readonly nowMs: () => number;
  readonly counters: () => LogCounters;
  readonly close: () => Promise<void>;
}

export interface LogSettings {
  readonly databaseUrl: string;
  /** Silence after which a read fails. */
  readonly readSilenceMs: number;
  readonly warn: (message: string) => void;
}

const MEBIBYTE = 1024 * 1024;
const LIMITS: QueueLimits = {
  ...{ queuedRequests: 20_000, queuedBytes: 64 * MEBIBYTE },
  ...{ callAppends: 200, callEvents: 4_000, callBytes: 8 * MEBIBYTE },
};
/** With the writer's, the connections of a process. */
const READ_CONNECTIONS = 4;
const LOCK_WAIT_MS = 5_000;
/** A call or a page takes milliseconds: after this silence the writer's connection is dead. */
const WRITE_SILENCE_MS = 10_000;

/** Goes on with the system's time as it was at the start, and is never set back. */
const steadyNowMs = (): number => performance.timeOrigin + performance.now();

const createCounts = () => {
  const counts: Record<AppendReply['outcome'], number> = {
    ...{ appended: 0, wrong_revision: 0, timed_out: 0, overloaded: 0, internal: 0, unavailable: 0 },
  };
  const counted = (request: AppendRequest): AppendRequest => ({
    ...request,
    answer: (reply) => {
      counts[reply.outcome] += 1;
      request.answer(reply);
    },
  });
  return { counts, counted };
};

const pageOf =
  (queries: Queries) =>
  async (after: number, limit: number, narrowing: Narrowing = EVERYTHING): Promise<LogPage> => {
    if (narrowing === EVERYTHING) {
      const { events } = await queries.after(after, limit);
      return { events, upTo: events.at(-1)?.position ?? after };
    }
    // First: below this head nothing comes any more.
    const upTo = Math.min(after + limit, await queries.head());
    if (upTo <= after) return { events: [], upTo: after };
    const { events, isCut } = await queries.between(after, upTo, narrowing);
    return { events, upTo: isCut ? (events.at(-1)?.position ?? upTo) : upTo };
  };

export const openLog = ({ databaseUrl, readSilenceMs, warn }: LogSettings): EventLog => {
  const bells = new Set<Bell>();
  const ring = (): void => {
    for (const bell of bells) bell.ring();
  };
  const queries = openQueries({ databaseUrl, connections: READ_CONNECTIONS, silenceMs: readSilenceMs, warn });
  const writing = { databaseUrl, lockWaitMs: LOCK_WAIT_MS, silenceMs: WRITE_SILENCE_MS, onAppended: ring };
  const connect = (onLost: (cause: string) => void) => connectWriter({ ...writing, onLost });
  const writer = createWriter({ connect, nowMs: steadyNowMs, limits: LIMITS, onAppended: ring, warn });
  const { counts, counted } = createCounts();
  return {
    connect: writer.connect,
    submit: (request) => writer.submit(counted(request)),
    page: pageOf(queries),
    queries,
    onAppended: (bell) => {
      bells.add(bell);
      return () => bells.delete(bell);
    },
    nowMs: steadyNowMs,
    counters: () => ({ isConnected: writer.isConnected(), waiting: writer.waiting(), appends: { ...counts } }),
    close: async () => {
      await writer.stop();
      await queries.close();
    },
  };
};
