import { setImmediate, setTimeout } from 'node:timers/promises';
import { createBackoff } from '../../../../commands/timing/backoff';
import { type Bell, createBell } from '../../../timing/bell';
import { type AppendQueue, createAppendQueue, type QueueLimits } from './append-queue';
import type { AppendReply, AppendRequest } from './append-request';
import type { Known } from './decide';
import type { Log } from './log';
import { type Plan, planCommit } from './plan';
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
  readonly limits: QueueLimits;
  readonly warn: (message: string) => void;
}

const REMEMBERED_STREAMS = 100_000;
/** Events of a stream searched for a repetition without an exact revision. */
const REPETITION_WINDOW = 1_000;
const RECONNECT = { firstMs: 50, longestMs: 2_000 };

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

const answerExpired = ({ queue, settings }: Running): void => {
  const nowMs = settings.nowMs();
  for (const request of queue.remove(({ deadlineMs }) => deadlineMs <= nowMs)) request.answer({ outcome: 'timed_out' });
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
const compare = async ({ settings }: Running, request: AppendRequest, current: number): Promise<void> => {
  try {
    const from = request.expected as number;
    const found = await settings.log.queries.idsAfter(request.stream, from, request.events.length);
    const last = found.at(-1);
    const same = last !== undefined && request.events.every(({ id }, index) => found[index]?.id === id);
    const repeated = { outcome: 'appended', revision: from + found.length, position: last?.position ?? null } as const;
    request.answer(same ? repeated : { outcome: 'wrong_revision', current });
  } catch (error) {
    request.answer(unavailable(causeOf(error)));
  }
};

const finish = (running: Running, plan: Plan): void => {
  if (plan.events.length > 0) running.settings.log.append(plan.events);
  for (const [request, reply] of plan.answers) request.answer(reply);
  for (const [request, current] of plan.comparisons) void compare(running, request, current);
};

/** After a failure only the table is right: everything is loaded again after reconnecting. */
const abandon = async (running: Running, batch: readonly AppendRequest[], cause: string): Promise<void> => {
  const { connection } = running;
  running.connection = null;
  running.states.forget();
  for (const request of batch) request.answer(unavailable(cause));
  await connection?.close().catch((error: unknown) => running.settings.warn(`closing the writer: ${causeOf(error)}`));
};

/** A broken connection clears the cache, perhaps just now: nothing is decided by a guess. */
const lastRevision = ({ states }: Running, stream: string): number => {
  const last = states.last(stream);
  if (last === undefined) throw new Error(`the revision of ${stream} was forgotten`);
  return last;
};

const commit = async (running: Running, batch: readonly AppendRequest[]): Promise<void> => {
  const { settings, states } = running;
  try {
    const known = await knownIds(running, batch);
    const { connection } = running;
    if (connection === null) throw new Error('the connection was lost');
    const plan = planCommit(batch, {
      head: settings.log.head(),
      nowMs: settings.nowMs(),
      lastRevision: (stream) => lastRevision(running, stream),
      setLastRevision: states.set,
      known,
    });
    if (plan.events.length > 0) await connection.insert(plan.events);
    finish(running, plan);
  } catch (error) {
    settings.warn(`commit failed, its outcome is unknown: ${causeOf(error)}`);
    await abandon(running, batch, causeOf(error));
  }
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
    await setTimeout(retry.next());
  }
};

const takeBatch = ({ queue, states, settings }: Running): AppendRequest[] => {
  const nowMs = settings.nowMs();
  const batch = queue.take((stream) => {
    if (states.last(stream) !== undefined) return true;
    states.want(stream);
    return false;
  });
  const late = batch.filter(({ deadlineMs }) => deadlineMs <= nowMs);
  for (const request of late) request.answer({ outcome: 'timed_out' });
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
  for (const request of running.queue.remove(() => true)) request.answer(unavailable('the server is stopping'));
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
      for (const request of queue.remove(({ stream }) => failed.has(stream))) request.answer(unavailable(cause));
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
