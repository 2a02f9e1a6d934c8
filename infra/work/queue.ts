import { setMaxListeners } from 'node:events';
import { type Backoff, createBackoff } from '../../commands/timing/backoff';
import { createLanes } from '../../commands/timing/lanes';
import { type Bell, createBell } from '../../packages/event-store/timing/bell';
import { rest as breathe } from '../timing/rest';
import { type Claiming, startDue, wakeWithoutRoom } from './claiming';
import { createDueQueues } from './due-queues';
import { createHoldUps, type HoldUps } from './hold-ups';
import { createRunning } from './running';
import { createSettling } from './settling';
import { WORKER_LIMITS, type Worker, type WorkerOptions, type WorkQueue } from './work-queue';

export type { Worker, WorkerLimits, WorkerOptions, WorkItem, WorkQueue, WorkResult } from './work-queue';

interface State extends Claiming {
  /** Hold-ups of reading due items; each item has its own. */
  readonly holdUps: HoldUps;
}

const LONGEST_RETRY_MS = 5_000;

const CLAIMS_AT_ONCE = 4;

/** Runs an item in one worker at a time, by a lease in the database. When this process dies, another continues. */
export function createWorker(options: WorkerOptions): Worker {
  const bounds = { ...WORKER_LIMITS, ...options.limits };
  const { pool, workerId, queues } = options;
  const bells = new Map<string, Bell>(queues.map(({ name }) => [name, createBell()]));
  const inLane = createLanes(CLAIMS_AT_ONCE);
  const ring = (name: string): void => bells.get(name)?.ring();
  const withoutRoom = new Set<string>();
  // An item that ends wakes these queues.
  const isFull = (name: string): boolean => withoutRoom.has(name) && running.count() > 0;
  const dueQueues = createDueQueues({ ...options, limits: bounds, inLane, wake: ring, isFull });
  const wake: Worker['wake'] = (name) => (name === undefined ? dueQueues.ring() : ring(name));
  const onEnded = (queueName: string, againInMs: number): void => {
    wakeWithoutRoom({ withoutRoom, bells });
    if (againInMs < bounds.pollMs) setTimeout(wake, againInMs, queueName).unref();
  };
  const holder = { pool, workerId, leaseMs: bounds.leaseMs };
  const settle = createSettling(holder);
  const running = createRunning({ ...options, holder, settle, limits: bounds, onEnded });
  const holdUps = createHoldUps(options.logger);
  const own = { holder, settle, bounds, running, bells, withoutRoom, holdUps, inLane };
  const state: State = { ...options, ...own, reserved: 0 };
  const stopping = new AbortController();
  // Each queue rests with it, and the dueQueues.
  setMaxListeners(queues.length + 1, stopping.signal);
  const stopped = new AbortController();
  const loops = [
    ...queues.map((queue) => serve(state, queue, stopping.signal)),
    dueQueues.keepLooking(stopping.signal),
  ];
  const keeping = running.keepLeases(stopped.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const bell of [dueQueues, ...bells.values()]) bell.ring();
    await Promise.all(loops);
    await running.drain(bounds.stopMs);
    stopped.abort();
    await keeping;
  };
  return { wake, stop };
}

async function serve(state: State, queue: WorkQueue, signal: AbortSignal): Promise<void> {
  const retry = createBackoff({ firstMs: 2 * state.bounds.pollMs, longestMs: LONGEST_RETRY_MS });
  const bell = state.bells.get(queue.name)!;
  await bell.wait();
  while (!signal.aborted) {
    let waitMs: number | undefined;
    try {
      if ((await startDue(state, queue, signal)) === 'more') waitMs = 0;
      retry.reset();
      state.holdUps.wentOn();
    } catch (error) {
      waitMs = waitAfter(state, queue, error, retry);
    }
    if (waitMs !== 0) await rest(state, bell, waitMs, signal);
  }
}

/** A store's absence earns no back-off. */
function waitAfter({ bounds, holdUps, logger, isHeldBy }: State, { name }: WorkQueue, error: unknown, retry: Backoff) {
  if (isHeldBy?.(error) === true) {
    holdUps.heldUp(error, { queue: name }, 'a store delays the reading of queues; retries continue');
    return bounds.heldRetryMs;
  }
  const waitMs = retry.next();
  logger.error({ err: error, queue: name, waitMs }, 'a queue cannot be read');
  return waitMs;
}

async function rest({ bounds }: State, bell: Bell, waitMs: number | undefined, signal: AbortSignal): Promise<void> {
  await breathe(bounds.breathMs, signal);
  if (!signal.aborted) await bell.wait(waitMs);
}
