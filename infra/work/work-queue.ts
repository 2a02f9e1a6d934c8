import type { Pool } from 'pg';
import type { Clock } from '../../commands/ports/clock';
import type { Logger } from '../logger';
import type { DueQuery } from './leases';

export interface WorkItem {
  readonly key: string;
  /** What `due` says about it; JSON. */
  readonly payload: unknown;
  /** Failures in a row before this run. */
  readonly attempts: number;
}

/** `done`: the item will be gone from `due` once the projections have caught up. */
export type WorkResult = 'done' | { readonly againAtMs: number };

export interface WorkQueue {
  readonly name: string;
  /** What there is to do, by the injected clock. */
  readonly due: (nowMs: number) => DueQuery;
  /**
   * Must be repeatable, also by another worker at the same time: what keeps an item from being done twice is history,
   * and the lease only saves the trouble. The signal aborts when the lease is lost or the worker has waited long enough
   * for its end; work that takes long may stop then. A rejection is logged and tried again.
   */
  readonly run: (item: WorkItem, signal: AbortSignal) => Promise<WorkResult>;
  /** Items of this queue at once in this process. */
  readonly concurrency: number;
  /** It claims once there is room for so many, 1 by default: for a `due` that costs by all that is due, not by what is taken. */
  readonly leastRoom?: number;
}

/** A queue whose items are of one type. */
export interface TypedQueue<Payload> extends Pick<WorkQueue, 'name' | 'concurrency' | 'leastRoom'> {
  /** `item` names the parts of a payload; the statement is made of it. */
  readonly due: (nowMs: number) => DueQuery & { readonly item: { readonly [Part in keyof Payload]-?: string } };
  readonly run: (payload: Payload) => Promise<WorkResult>;
}

/** The one place at which rows become items: what `due` has put into a payload is what comes out of it. */
export const queueOf = <Payload>({ due, run, ...queue }: TypedQueue<Payload>): WorkQueue => ({
  ...{ ...queue, due },
  run: ({ payload }) => run(payload as Payload),
});

export interface WorkerOptions {
  readonly pool: Pool;
  readonly queues: readonly WorkQueue[];
  /** Different for every process. */
  readonly workerId: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Items of all queues at once in this process. */
  readonly concurrency: number;
  readonly limits?: Partial<WorkerLimits>;
}

export interface WorkerLimits {
  readonly pollMs: number;
  /** However often it is woken, a queue rests for so long between two looks at what is due. */
  readonly breathMs: number;
  readonly leaseMs: number;
  /** After `done` an item rests for so long: the projections lag behind the command, and it still looks due. */
  readonly coolDownMs: number;
  /** How long a stopping worker waits for what it runs. */
  readonly stopMs: number;
  /** Items claimed by one query. */
  readonly pageItems: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
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
  sweepMs: 30_000,
};

export interface Worker {
  /** Something may have become due; of one queue or of all. */
  readonly wake: (queueName?: string) => void;
  /** Claims nothing more, and waits for what is running; what is not done then is left to the others. */
  readonly stop: () => Promise<void>;
}
