import { createHash } from 'node:crypto';
import type { InLane } from '../../commands/timing/lanes';
import { createBell } from '../../packages/event-store/timing/bell';
import { rest } from '../timing/rest';
import { type DueQuery, IS_FREE, sweep } from './leases';
import type { WorkerLimits, WorkerOptions } from './work-queue';

export interface DueQueuesOptions extends Pick<WorkerOptions, 'pool' | 'queues' | 'clock' | 'logger' | 'isHeld'> {
  readonly limits: WorkerLimits;
  readonly inLane: InLane;
  readonly wake: (queueName: string) => void;
  /** A queue that is woken when there is room: a query for its due items may cost by their number. */
  readonly isFull: (queueName: string) => boolean;
}

/** Asks which queues have due items and wakes these, so that idle queues have no cost. */
export interface DueQueues {
  readonly ring: () => void;
  readonly keepLooking: (signal: AbortSignal) => Promise<void>;
}

export const createDueQueues = (options: DueQueuesOptions): DueQueues => {
  const { limits, queues, wake } = options;
  const bell = createBell();
  const look = async (): Promise<void> => {
    try {
      for (const name of await lookOnce(options)) wake(name);
    } catch {
      // Each queue asks for itself, and reports its own failure.
      for (const { name } of queues) wake(name);
    }
  };
  const keepLooking = async (signal: AbortSignal): Promise<void> => {
    const sweepSometimes = sweeping(options);
    while (!signal.aborted) {
      await look();
      await sweepSometimes();
      await rest(limits.breathMs, signal);
      // A worker that stops rings this bell.
      await bell.wait(limits.pollMs);
    }
  };
  return { ring: bell.ring, keepLooking };
};

const lookOnce = async (options: DueQueuesOptions): Promise<readonly string[]> => {
  const { queues, inLane, isHeld = () => false } = options;
  return isHeld() || queues.length === 0 ? [] : inLane(() => queuesWithDue(options));
};

/** Leases of ended work may stay: the next sweep removes them. */
const sweeping = ({ pool, queues, limits, logger }: DueQueuesOptions): (() => Promise<void>) => {
  const names = queues.map(({ name }) => name);
  let sweptMs = performance.now();
  return async () => {
    if (performance.now() - sweptMs < limits.sweepMs) return;
    sweptMs = performance.now();
    await sweep(pool, names).catch((error: unknown) => {
      logger.warn({ err: error }, 'leases of ended work could not be removed; retries continue');
    });
  };
};

/** Names the queues with free due items: one statement for all queues, instead of a claim for each. */
async function queuesWithDue({ pool, queues, clock, isFull }: DueQueuesOptions): Promise<readonly string[]> {
  const nowMs = clock.now();
  const look = lookAt(
    queues.map(({ name, due }) => ({ name, due: due(nowMs), isAsked: !isFull(name) })),
    nowMs,
  );
  const { rows } = await pool.query<{ readonly names: readonly string[] }>(look);
  return rows[0]?.names ?? [];
}

interface Asked {
  readonly name: string;
  readonly due: DueQuery;
  readonly isAsked: boolean;
}

const lookAt = (queues: readonly Asked[], nowMs: number) => {
  const values: unknown[] = [nowMs];
  const names = queues.map(({ name, due, isAsked }) => {
    const shift = values.length;
    values.push(...due.values, isAsked, name);
    const [asked, queue] = [`$${values.length - 1}::boolean`, `$${values.length}`];
    return `CASE WHEN ${asked} AND EXISTS (${anyFree(shifted(due.text, shift), queue)}) THEN ${queue}::text END`;
  });
  const text = `SELECT array_remove(ARRAY[${names.join(',\n')}]::text[], NULL) AS names`;
  return { name: `look-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`, text, values };
};

const anyFree = (due: string, queue: string): string => `
  SELECT FROM (${due}) AS due
    LEFT JOIN lastro.work_leases AS held ON held.queue = ${queue} AND held.key = due.key
   WHERE due.due_at <= to_timestamp($1::float8 / 1000) AND ${IS_FREE}`;

const shifted = (text: string, by: number): string =>
  text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + by}`);
