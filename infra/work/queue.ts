import { setTimeout as pause } from 'node:timers/promises';
import { claimDue, type LeaseHolder, settle, sweep } from './leases';
import { createRunning, type Running } from './running';
import { WORKER_LIMITS, type Worker, type WorkerLimits, type WorkerOptions, type WorkQueue } from './work-queue';

export type { Worker, WorkerLimits, WorkerOptions, WorkItem, WorkQueue, WorkResult } from './work-queue';

interface State extends WorkerOptions {
  readonly holder: LeaseHolder;
  readonly bounds: WorkerLimits;
  readonly running: Running;
  readonly bells: ReadonlyMap<string, Bell>;
  /** Places of items that are being claimed. */
  reserved: number;
}

/** Rung once or often, it ends one wait: also when nobody waits yet. */
interface Bell {
  isRung: boolean;
  ring: () => void;
}

const LONGEST_RETRY_MS = 5_000;

/**
 * Runs what is due. Every item is leased in the database, so that of all workers one at a time runs it, and another
 * one takes over when this process dies. No item is ever dropped.
 */
export function createWorker(options: WorkerOptions): Worker {
  const bounds = { ...WORKER_LIMITS, ...options.limits };
  const { pool, workerId, queues } = options;
  const bells = new Map<string, Bell>(queues.map(({ name }) => [name, { isRung: false, ring: () => undefined }]));
  const wake: Worker['wake'] = (queueName) => {
    for (const [name, bell] of bells) if (queueName === undefined || queueName === name) ring(bell);
  };
  const onEnded = (queueName: string, againInMs: number): void => {
    wake();
    if (againInMs < bounds.pollMs) setTimeout(wake, againInMs, queueName).unref();
  };
  const holder = { pool, workerId, leaseMs: bounds.leaseMs };
  const running = createRunning({ ...options, holder, limits: bounds, onEnded });
  const state: State = { ...options, holder, bounds, running, bells, reserved: 0 };
  const stopping = new AbortController();
  const stopped = new AbortController();
  const loops = queues.map((queue) => serve(state, queue, stopping.signal));
  const keeping = running.keepLeases(stopped.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    wake();
    await Promise.all(loops);
    await running.drain(bounds.stopMs);
    stopped.abort();
    await keeping;
  };
  return { wake, stop };
}

function ring(bell: Bell): void {
  bell.isRung = true;
  bell.ring();
}

async function serve(state: State, queue: WorkQueue, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let sweptMs = performance.now();
  while (!signal.aborted) {
    let waitMs = state.bounds.pollMs;
    try {
      if ((await startDue(state, queue, signal)) === 'more') waitMs = 0;
      failures = 0;
      if (performance.now() - sweptMs > state.bounds.sweepMs) {
        await sweep(state.pool, queue.name);
        sweptMs = performance.now();
      }
    } catch (error) {
      failures += 1;
      waitMs = Math.min(state.bounds.pollMs * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS);
      state.logger.error({ err: error, queue: queue.name, waitMs }, 'a queue cannot be read');
    }
    if (waitMs > 0) await rest(state, state.bells.get(queue.name)!, waitMs, signal);
  }
}

/** Claims as many items as there is room for. `more`: there may be others. */
async function startDue(state: State, queue: WorkQueue, signal: AbortSignal): Promise<'more' | 'enough'> {
  const { running, bounds, concurrency } = state;
  const room = Math.min(queue.concurrency - running.count(queue.name), concurrency - running.count() - state.reserved);
  const limit = Math.min(room, bounds.pageItems);
  if (limit <= 0) return 'enough';
  state.reserved += limit;
  try {
    return (await claim(state, queue, limit, signal)) === limit && limit < room ? 'more' : 'enough';
  } finally {
    state.reserved -= limit;
  }
}

async function claim(state: State, queue: WorkQueue, limit: number, signal: AbortSignal): Promise<number> {
  const { clock, holder, running } = state;
  const nowMs = clock.now();
  const claimedAtMs = performance.now();
  const claims = await claimDue(holder, queue.name, queue.due(nowMs), { nowMs, limit });
  for (const item of claims) {
    if (signal.aborted) await settle(holder, item, { againInMs: 0, attempts: item.attempts, error: null });
    else running.start(queue, item, claimedAtMs);
  }
  return claims.length;
}

async function rest({ bounds }: State, bell: Bell, waitMs: number, signal: AbortSignal): Promise<void> {
  await pause(bounds.breathMs, undefined, { signal }).catch(() => undefined);
  if (!bell.isRung && !signal.aborted) {
    const timer = new AbortController();
    const rung = new Promise<void>((resolve) => {
      bell.ring = resolve;
    });
    await Promise.race([rung, pause(waitMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }
  bell.isRung = false;
}
