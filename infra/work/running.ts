import { backoffMs } from '../../commands/timing/backoff';
import { atMost } from '../../packages/event-store/timing/time-limit';
import { rest } from '../timing/rest';
import { createHoldUps, type HoldUps } from './hold-ups';
import { type Claim, idOf, type LeaseHolder, renew, type Verdict } from './leases';
import type { Settle } from './settling';
import {
  STUCK_AFTER_ATTEMPTS,
  type StuckItem,
  type WorkerLimits,
  type WorkerOptions,
  type WorkQueue,
} from './work-queue';

interface Run {
  readonly claim: Claim;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** By this process's monotonic clock. */
  leaseEndsMs: number;
}

export interface RunningOptions extends Pick<WorkerOptions, 'clock' | 'logger' | 'isHeldBy' | 'onStuck'> {
  readonly holder: LeaseHolder;
  readonly settle: Settle;
  readonly limits: WorkerLimits;
  /** A slot is free; the item may run again in `againInMs`. */
  readonly onEnded: (queueName: string, againInMs: number) => void;
}

export interface Running {
  readonly start: (queue: WorkQueue, claim: Claim, claimedAtMs: number) => void;
  readonly count: (queueName?: string) => number;
  /** Renews the leases until all items end; aborts those whose lease is lost. */
  readonly keepLeases: (signal: AbortSignal) => Promise<void>;
  /** Resolves when all items ended, or were aborted after `timeoutMs`. */
  readonly drain: (timeoutMs: number) => Promise<void>;
}

interface Executing extends RunningOptions {
  readonly holdUps: HoldUps;
}

export function createRunning(options: RunningOptions): Running {
  const runs = new Map<string, Run>();
  const executing: Executing = { ...options, holdUps: createHoldUps(options.logger) };
  const { holder, onEnded } = options;

  const start: Running['start'] = (queue, claim, claimedAtMs) => {
    const controller = new AbortController();
    const ended = execute(executing, queue, claim, controller.signal).then((againInMs) => {
      runs.delete(idOf(claim));
      onEnded(queue.name, againInMs);
    });
    runs.set(idOf(claim), { claim, controller, ended, leaseEndsMs: claimedAtMs + holder.leaseMs });
  };

  return {
    start,
    count: (queueName) =>
      queueName === undefined ? runs.size : [...runs.values()].filter(({ claim }) => claim.queue === queueName).length,
    keepLeases: async (signal) => {
      while (!signal.aborted) {
        await rest(holder.leaseMs / 3, signal);
        if (runs.size > 0) await renewAll(options, [...runs.values()]);
      }
    },
    drain: async (timeoutMs) => {
      await atMost(timeoutMs, Promise.all([...runs.values()].map(({ ended }) => ended)));
      for (const { controller } of runs.values()) controller.abort(new Error('the worker stops'));
    },
  };
}

async function execute(options: Executing, queue: WorkQueue, claim: Claim, signal: AbortSignal): Promise<number> {
  const verdict = await judge(options, queue, claim, signal);
  const item = { queue: queue.name, key: claim.key };
  try {
    const settled = await options.settle({ claim, verdict });
    if (!settled) options.logger.warn(item, 'an item was finished after its lease was lost');
  } catch (error) {
    options.logger.warn({ err: error, ...item }, 'a lease could not be released; it expires by itself');
  }
  return verdict.againInMs;
}

async function judge(
  options: Executing,
  queue: WorkQueue,
  { key, payload, attempts }: Claim,
  signal: AbortSignal,
): Promise<Verdict> {
  const { clock, limits, holdUps, isHeldBy = () => false } = options;
  try {
    const result = await queue.run({ key, payload, attempts }, signal);
    const againInMs = result === 'done' ? limits.coolDownMs : Math.max(0, result.againAtMs - clock.now());
    holdUps.wentOn();
    return { againInMs, attempts: 0, error: null };
  } catch (error) {
    if (isHeldBy(error)) {
      holdUps.heldUp(error, { queue: queue.name, key }, 'a store delays work; retries continue');
      return { againInMs: limits.heldRetryMs, attempts, error: storable(error) };
    }
    return failed(options, { queue: queue.name, key, attempts: attempts + 1 }, error);
  }
}

function failed({ limits, logger, onStuck }: Executing, item: StuckItem, error: unknown): Verdict {
  const { attempts } = item;
  const againInMs = backoffMs({ firstMs: limits.firstRetryMs, longestMs: limits.longestRetryMs }, attempts);
  logger.error({ err: error, ...item, againInMs }, 'an item failed; a retry follows');
  if (attempts >= STUCK_AFTER_ATTEMPTS) onStuck?.(item, error);
  return { againInMs, attempts, error: storable(error) };
}

const LONGEST_ERROR_CHARACTERS = 2_000;

/** PostgreSQL's text cannot have a zero character, but a provider's answer in an error may. */
const storable = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, LONGEST_ERROR_CHARACTERS);

async function renewAll({ holder, logger }: RunningOptions, runs: readonly Run[]): Promise<void> {
  const askedMs = performance.now();
  try {
    const claims = runs.map(({ claim }) => claim);
    const held = await renew(holder, claims);
    for (const run of runs) {
      if (held.has(idOf(run.claim))) run.leaseEndsMs = askedMs + holder.leaseMs;
      else run.controller.abort(new Error('the lease was lost'));
    }
  } catch (error) {
    logger.warn({ err: error }, 'leases could not be renewed');
    const late = runs.filter(({ leaseEndsMs }) => leaseEndsMs <= performance.now());
    for (const { controller } of late) controller.abort(new Error('the lease has ended'));
  }
}
