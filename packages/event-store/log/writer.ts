import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { type Bell, createBell } from '../timing/bell';
import { type AppendQueue, createAppendQueue, type QueueLimits } from './append-queue';
import type { AppendReply, AppendRequest } from './append-request';
import { causeOf, isAnswer, isFaultOfStatement } from './log-error';
import type { WriterConnection } from './writer-connection';

/** A loop takes the waiting appends, writes them in one call, and answers. Appends during a call form the next call. */
export interface Writer {
  /** Connects and takes the lock, unless that was done. Rejects when another version writes, or the database is away. */
  readonly connect: () => Promise<void>;
  readonly submit: (request: AppendRequest) => void;
  readonly isConnected: () => boolean;
  readonly waiting: () => number;
  /** Ends after the call in flight; waiting appends are answered `unavailable`. */
  readonly stop: () => Promise<void>;
}

export interface WriterSettings {
  readonly connect: (onLost: (cause: string) => void) => Promise<WriterConnection>;
  readonly nowMs: () => number;
  readonly limits: QueueLimits;
  /** Called after a call that may have written. */
  readonly onAppended: () => void;
  readonly warn: (message: string) => void;
}

const RECONNECT_MS = 100;
/** How often appends are looked through for deadlines that passed. */
const SWEEP_MS = 50;

const unavailable = (cause: string): AppendReply => ({ outcome: 'unavailable', cause });

interface Running {
  readonly settings: WriterSettings;
  readonly queue: AppendQueue;
  readonly work: Bell;
  connection: WriterConnection | null;
  /** Sent, and not answered yet. */
  readonly sent: Set<AppendRequest>;
  stopping: boolean;
}

/** Answers an append. An answer that throws changes no other answer. */
const give = ({ settings }: Running, request: AppendRequest, reply: AppendReply): void => {
  try {
    request.answer(reply);
  } catch (error) {
    settings.warn(`an append could not be answered: ${causeOf(error)}`);
  }
};

/** Unless its deadline has passed, and it was answered then. */
const giveSent = (running: Running, request: AppendRequest, reply: AppendReply): void => {
  if (running.sent.delete(request)) give(running, request, reply);
};

const sweep = (running: Running): void => {
  const nowMs = running.settings.nowMs();
  const expired = running.queue.remove(({ deadlineMs }) => deadlineMs <= nowMs);
  for (const request of expired) give(running, request, { outcome: 'timed_out' });
  for (const request of running.sent) {
    if (request.deadlineMs <= nowMs) giveSent(running, request, unavailable('the database did not answer in time'));
  }
};

const abandon = async (running: Running, connection: WriterConnection): Promise<void> => {
  if (running.connection === connection) running.connection = null;
  await connection.close().catch((error: unknown) => running.settings.warn(`closing the writer: ${causeOf(error)}`));
};

/** Refuses the append that PostgreSQL refuses, and writes the others of its call. */
const withoutFaulty = async (running: Running, batch: readonly AppendRequest[], error: unknown): Promise<void> => {
  const [first] = batch;
  if (batch.length === 1 && first !== undefined) {
    giveSent(running, first, { outcome: 'internal', cause: causeOf(error) });
  } else for (const request of batch) await commit(running, [request]);
};

const commit = async (running: Running, batch: readonly AppendRequest[]): Promise<void> => {
  const { connection, settings } = running;
  for (const request of batch) running.sent.add(request);
  try {
    if (connection === null) throw new Error('the connection was lost');
    const replies = await connection.append(batch);
    settings.onAppended();
    for (const [index, request] of batch.entries()) giveSent(running, request, replies[index] as AppendReply);
  } catch (error) {
    if (isFaultOfStatement(error)) return withoutFaulty(running, batch, error);
    settings.warn(`an append failed, its outcome is unknown: ${causeOf(error)}`);
    for (const request of batch) giveSent(running, request, unavailable(causeOf(error)));
    if (connection !== null && !isAnswer(error)) await abandon(running, connection);
  }
};

/** `stop` may come during any await, which the compiler cannot know. */
const isStopping = (running: Running): boolean => running.stopping;

const connectOnce = async (running: Running): Promise<void> => {
  if (running.connection !== null) return;
  const { settings, work } = running;
  let made: WriterConnection | null = null;
  made = await settings.connect((cause) => {
    settings.warn(`the writer lost its database connection: ${cause}`);
    if (running.connection === made) running.connection = null;
    work.ring();
  });
  if (isStopping(running)) return made.close();
  running.connection = made;
};

const connected = async (running: Running): Promise<void> => {
  while (running.connection === null && !isStopping(running)) {
    try {
      await connectOnce(running);
    } catch (error) {
      running.settings.warn(`the writer cannot connect: ${causeOf(error)}`);
      await pause(RECONNECT_MS);
    }
  }
};

const run = async (running: Running): Promise<void> => {
  while (!running.stopping) {
    await connected(running);
    const batch = isStopping(running) ? [] : running.queue.take();
    if (batch.length > 0) await commit(running, batch);
    else if (!isStopping(running)) await running.work.wait();
    // Appends of the same event-loop turn join one call.
    await setImmediate();
  }
  for (const request of running.queue.remove(() => true)) give(running, request, unavailable('the log is closing'));
};

export const createWriter = (settings: WriterSettings): Writer => {
  const running: Running = {
    ...{ settings, queue: createAppendQueue(settings.limits), work: createBell() },
    ...{ connection: null, sent: new Set<AppendRequest>(), stopping: false },
  };
  let ended: Promise<void> | null = null;
  const sweeping = setInterval(() => sweep(running), SWEEP_MS);
  sweeping.unref();
  const begin = (): void => {
    ended ??= run(running);
  };
  return {
    connect: async () => {
      if (ended !== null) return;
      await connectOnce(running);
      begin();
    },
    submit: (request) => {
      if (running.stopping) request.answer(unavailable('the log is closed'));
      else if (!running.queue.add(request)) request.answer({ outcome: 'overloaded' });
      else {
        begin();
        running.work.ring();
      }
    },
    isConnected: () => running.connection !== null,
    waiting: () => running.queue.length() + running.sent.size,
    stop: async () => {
      running.stopping = true;
      running.work.ring();
      await ended;
      clearInterval(sweeping);
      await running.connection?.close();
    },
  };
};
