import type { Pool } from 'pg';
import type { Clock } from '../../commands/ports/clock';
import type { Logger } from '../logger';
import type { DueQuery } from './leases';

export interface WorkItem {
  readonly key: string;
  readonly payload: unknown;
  /** Consecutive failures before this run. */
  readonly attempts: number;
}

/** `done`: `due` omits the item once the projections catch up. */
export type WorkResult = 'done' | { readonly againAtMs: number };

export interface WorkQueue {
  readonly name: string;
  readonly due: (nowMs: number) => DueQuery;
  /** Must be repeatable, also concurrently. The signal aborts without a lease or at a stop. A rejection is retried. */
  readonly run: (item: WorkItem, signal: AbortSignal) => Promise<WorkResult>;
  readonly concurrency: number;
  /** Free slots needed before a claim (default 1), for a `due` whose cost grows with all due items. */
  readonly leastRoom?: number;
}

export interface TypedQueue<Payload> extends Pick<WorkQueue, 'name' | 'concurrency' | 'leastRoom'> {
  /** `item` lists the payload's parts and is built into the statement. */
  readonly due: (nowMs: number) => DueQuery & { readonly item: { readonly [Part in keyof Payload]-?: string } };
  readonly run: (payload: Payload) => Promise<WorkResult>;
}

/** The only place where rows become items: payloads have the type that `due` selected. */
export const queueOf = <Payload>({ due, run, ...queue }: TypedQueue<Payload>): WorkQueue => ({
  ...{ ...queue, due },
  run: ({ payload }) => run(payload as Payload),
});

export interface WorkerOptions {
  readonly pool: Pool;
  readonly queues: readonly WorkQueue[];
  readonly workerId: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly concurrency: number;
  readonly limits?: Partial<WorkerLimits>;
  /** A store is away: no item is claimed until it is back. */
  readonly isHeld?: () => boolean;
  /** A store delayed a run with this error, so its item gets no long back-off. */
  readonly isHeldBy?: (error: unknown) => boolean;
  /** An item failed again, `STUCK_AFTER_ATTEMPTS` times or more in a row. */
  readonly onStuck?: (item: StuckItem, error: unknown) => void;
}

export interface StuckItem {
  readonly queue: string;
  readonly key: string;
  readonly attempts: number;
}

/** About a minute of retries: short outages have ended by then. */
export const STUCK_AFTER_ATTEMPTS = 10;

export interface WorkerLimits {
  readonly pollMs: number;
  /** Minimum pause between two claims of a queue. */
  readonly breathMs: number;
  readonly leaseMs: number;
  /** After `done` an item rests this long: projections lag, so the item still seems due. */
  readonly coolDownMs: number;
  readonly stopMs: number;
  readonly pageItems: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** After a store held up a run, or the reading of a queue. */
  readonly heldRetryMs: number;
  readonly sweepMs: number;
}

export const WORKER_LIMITS: WorkerLimits = {
  pollMs: 500,
  breathMs: 20,
  leaseMs: 15_000,
  coolDownMs: 1_000,
  stopMs: 10_000,
  pageItems: 50,
  firstRetryMs: 100,
  longestRetryMs: 30_000,
  heldRetryMs: 1_000,
  sweepMs: 30_000,
};

export interface Worker {
  /** A queue, or all, may have due items. */
  readonly wake: (queueName?: string) => void;
  /** Stops claiming and waits for running items; the rest is left to other workers. */
  readonly stop: () => Promise<void>;
}
