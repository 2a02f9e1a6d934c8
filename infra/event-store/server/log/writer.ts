import { setImmediate } from 'node:timers/promises';
import { createBackoff } from '../../../../commands/timing/backoff';
import { type Bell, createBell } from '../../../timing/bell';
import { asRefusal, databaseAway, isRefusal } from '../grpc/refusal';
import { type AppendQueue, createAppendQueue, type QueueLimits } from './append-queue';
import type { AppendReply, AppendRequest } from './append-request';
import type { Known } from './decide';
import type { Log } from './log';
import { type Plan, planWhole } from './plan';
import { createStreamStates, type StreamStates } from './stream-states';
import type { WriterConnection } from './writer-connection';

/** One loop: take, decide, commit in one statement, answer. Appends during a commit form the next. */
export interface Writer {
  readonly submit: (request: AppendRequest) => void;
  /** The cached last revision, -1 for no stream, writes in flight included: nothing is beyond it. */
  readonly lastRevision: (stream: string) => number | undefined;
  /** Reconnects before the next write. */
  readonly reconnect: (cause: string) => void;
  /** Ends after the commit in flight; waiting appends are answered `unavailable`. */
  readonly stop: () => Promise<void>;
}

export interface WriterSettings {
  readonly log: Log;
  readonly connect: () => Promise<WriterConnection>;
  readonly nowMs: () => number;
  readonly pause: (delayMs: number) => Promise<unknown>;
  readonly limits: QueueLimits;
  readonly warn: (message: string) => void;
}

const REMEMBERED_STREAMS = 100_000;
/** Events of a stream searched for a repetition without an exact revision. */
const REPETITION_WINDOW = 1_000;
export const RECONNECT = { firstMs: 50, longestMs: 500 };

const unavailable = (cause: string): AppendReply => ({ outcome: 'unavailable', cause });
const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Running {
  readonly settings: WriterSettings;
  readonly queue: AppendQueue;
  readonly states: StreamStates;
  readonly work: Bell;
  connection: WriterConnection | null;
  stopping: boolean;
}

/** What comes of a commit stands: an answer that throws changes no other, and none is given twice. */
const give = ({ settings }: Running, request: AppendRequest, reply: AppendReply): void => {
  try {
    request.answer(reply);
  } catch (error) {
    settings.warn(`an append could not be answered: ${causeOf(error)}`);
  }
};

const answerExpired = (running: Running): void => {
  const nowMs = running.settings.nowMs();
  const expired = running.queue.remove(({ deadlineMs }) => deadlineMs <= nowMs);
  for (const request of expired) give(running, request, { outcome: 'timed_out' });
};

const knownIds = async (
  { settings, states }: Running,
  batch: readonly AppendRequest[],
): Promise<Map<string, Known>> => {
  const pairs = batch
    .filter(({ expected, stream }) => typeof expected !== 'number' && (states.last(stream) ?? -1) >= 0)
    .flatMap(({ stream, events }) => events.map(({ id }) => [stream, id] as const));
  return pairs.length === 0 ? new Map() : settings.log.queries.knownIds(pairs, REPETITION_WINDOW);
};

/** The same ids after the expected revision make a repetition, others a conflict. */
const compared = async ({ settings }: Running, request: AppendRequest, current: number): Promise<AppendReply> => {
  try {
    const from = request.expected as number;
    const found = await settings.log.queries.idsAfter(request.stream, from, request.events.length);
    const last = found.at(-1);
    const same = last !== undefined && request.events.every(({ id }, index) => found[index]?.id === id);
    if (!same) return { outcome: 'wrong_revision', current };
    return { outcome: 'appended', revision: from + found.length, position: last.position };
  } catch (error) {
    return unavailable(causeOf(error));
  }
};

const finish = (running: Running, plan: Plan): void => {
  if (plan.events.length > 0) running.settings.log.append(plan.events);
  for (const [request, reply] of plan.answers) give(running, request, reply);
  for (const [request, current] of plan.comparisons) {
    void compared(running, request, current).then((reply) => give(running, request, reply));
  }
};

/** After a failure only the table is right: everything is loaded again after reconnecting. */
const abandon = async (running: Running, batch: readonly AppendRequest[], cause: string): Promise<void> => {
  const { connection } = running;
  running.connection = null;
  running.states.forget();
  for (const request of batch) give(running, request, unavailable(cause));
  await connection?.close().catch((error: unknown) => running.settings.warn(`closing the writer: ${causeOf(error)}`));
};

/** A broken connection clears the cache, perhaps just now: nothing is decided by a guess. */
const lastRevision = ({ states }: Running, stream: string): number => {
  const last = states.last(stream);
  if (last === undefined) throw databaseAway(`the revision of ${stream} was forgotten`);
  return last;
};

/** A fault of this program is no outage: the one append that provokes it is refused, the others are written. */
const withoutFaulty = async (running: Running, batch: readonly AppendRequest[], error: unknown): Promise<null> => {
  const [first] = batch;
  if (batch.length === 1 && first !== undefined) {
    give(running, first, { outcome: 'internal', cause: asRefusal(error, running.settings.warn).message });
  } else for (const request of batch) await commit(running, [request]);
  return null;
};

/** Null when everybody has been answered. */
const written = async (running: Running, batch: readonly AppendRequest[]): Promise<Plan | null> => {
  const { settings, states } = running;
  let isPlanned = false;
  try {
    const known = await knownIds(running, batch);
    const { connection } = running;
    if (connection === null) throw databaseAway('the connection was lost');
    const plan = planWhole(batch, {
      head: settings.log.head(),
      nowMs: settings.nowMs(),
      lastRevision: (stream) => lastRevision(running, stream),
      setLastRevision: states.set,
      known,
    });
    isPlanned = true;
    if (plan.events.length > 0) await connection.insert(plan.events);
    return plan;
  } catch (error) {
    if (!isPlanned && !isRefusal(error)) return withoutFaulty(running, batch, error);
    settings.warn(`commit failed, its outcome is unknown: ${causeOf(error)}`);
    await abandon(running, batch, causeOf(error));
    return null;
  }
};

const commit = async (running: Running, batch: readonly AppendRequest[]): Promise<void> => {
  const plan = await written(running, batch);
  if (plan !== null) finish(running, plan);
};

const reconnectOnce = async (running: Running): Promise<boolean> => {
  const { settings, states } = running;
  try {
    const connection = await settings.connect();
    states.forget();
    running.connection = connection;
    settings.log.reload(connection.head);
    return true;
  } catch (error) {
    settings.warn(`writer cannot connect: ${causeOf(error)}`);
    return false;
  }
};

const connected = async (running: Running): Promise<void> => {
  const retry = createBackoff(RECONNECT);
  while (running.connection === null && !running.stopping) {
    if (await reconnectOnce(running)) return;
    answerExpired(running);
    await running.settings.pause(retry.next());
  }
};

const takeBatch = (running: Running): AppendRequest[] => {
  const { queue, states, settings } = running;
  const nowMs = settings.nowMs();
  const batch = queue.take((stream) => {
    if (states.last(stream) !== undefined) return true;
    states.want(stream);
    return false;
  });
  const late = batch.filter(({ deadlineMs }) => deadlineMs <= nowMs);
  for (const request of late) give(running, request, { outcome: 'timed_out' });
  return late.length === 0 ? batch : batch.filter(({ deadlineMs }) => deadlineMs > nowMs);
};

/** `stop` may come during any await, which the compiler cannot know. */
const isStopping = (running: Running): boolean => running.stopping;

const run = async (running: Running): Promise<void> => {
  while (!running.stopping) {
    await connected(running);
    const batch = isStopping(running) ? [] : takeBatch(running);
    if (batch.length > 0) await commit(running, batch);
    else if (!isStopping(running)) await running.work.wait();
    // Appends of the same event-loop turn join one commit.
    await setImmediate();
  }
  for (const request of running.queue.remove(() => true)) give(running, request, unavailable('the server is stopping'));
};

/** Rejects when another server writes to the database, or the database is away. */
export const startWriter = async (settings: WriterSettings): Promise<Writer> => {
  const { log } = settings;
  const queue = createAppendQueue(settings.limits);
  const work = createBell();
  const states = createStreamStates({
    load: log.queries.lastRevisions,
    capacity: REMEMBERED_STREAMS,
    onLoaded: work.ring,
    onFailed: (streams, cause) => {
      const failed = new Set(streams);
      for (const request of queue.remove(({ stream }) => failed.has(stream)))
        give(running, request, unavailable(cause));
    },
  });
  const connection = await settings.connect();
  log.reload(connection.head);
  const running: Running = { settings, queue, states, work, connection, stopping: false };
  const ended = run(running);

  return {
    submit: (request) => {
      if (!queue.add(request)) request.answer({ outcome: 'overloaded' });
      else if (states.last(request.stream) === undefined) states.want(request.stream);
      else work.ring();
    },
    lastRevision: states.last,
    reconnect: (cause) => {
      settings.warn(`writer lost its database connection: ${cause}`);
      running.connection = null;
      states.forget();
      work.ring();
    },
    stop: async () => {
      running.stopping = true;
      work.ring();
      await ended;
      await running.connection?.close();
    },
  };
};
