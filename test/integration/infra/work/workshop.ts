import { once } from 'node:events';
import type { Pool } from 'pg';
import { clockOf } from '../../../../infra/clock';
import type { Logger } from '../../../../infra/logger';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { createWorker, type Worker, type WorkerOptions, type WorkQueue } from '../../../../infra/work/queue';
import { testDatabase } from '../../../stores/postgres';

const nothing = (): void => undefined;
export const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing } as unknown as Logger;

export interface Workshop {
  readonly pool: Pool;
  readonly addJobs: (count: number, prefix?: string) => Promise<unknown>;
  readonly finish: (key: string) => Promise<unknown>;
  /** How many rows there are: `count('jobs WHERE done = 1')`. */
  readonly count: (where: string) => Promise<number>;
  /** A worker of its own on these queues, impatient. */
  readonly start: (queues: readonly WorkQueue[], more?: Partial<WorkerOptions>) => Worker;
  readonly stopAll: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const ADD = `INSERT INTO jobs (key, payload, due_at)
  SELECT $1 || '-' || n, jsonb_build_object('n', n), now() - interval '1 s' FROM generate_series(1, $2::int) AS n`;

export async function openWorkshop(): Promise<Workshop> {
  const database = await testDatabase();
  const pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/work/leases.sql')]);
  await pool.query('CREATE TABLE jobs (key text PRIMARY KEY, payload jsonb, due_at timestamptz, done int DEFAULT 0)');
  const workers: Worker[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  };
  const start: Workshop['start'] = (queues, { limits, ...more } = {}) => {
    const own = { workerId: `worker-${workers.length}`, clock: clockOf(() => Date.now()), logger: silent };
    const patience = { pollMs: 10, breathMs: 1, firstRetryMs: 5, ...limits };
    const worker = createWorker({ pool, queues, ...own, concurrency: 8, ...more, limits: patience });
    workers.push(worker);
    return worker;
  };
  return {
    pool,
    start,
    stopAll,
    addJobs: (count, prefix = 'job') => pool.query(ADD, [prefix, count]),
    finish: (key) => pool.query('UPDATE jobs SET done = done + 1 WHERE key = $1', [key]),
    count: async (where) =>
      Number((await pool.query<{ count: string }>(`SELECT count(*) FROM ${where}`)).rows[0]!.count),
    close: async () => {
      await stopAll();
      await pool.end();
      await database.drop();
    },
  };
}

export const queueOf = (run: WorkQueue['run'], more: Partial<WorkQueue> = {}): WorkQueue => ({
  name: 'jobs',
  due: (nowMs) => ({
    text: 'SELECT key, payload, due_at FROM jobs WHERE done = 0 AND due_at < to_timestamp($1::float8 / 1000)',
    values: [nowMs],
  }),
  run,
  concurrency: 4,
  ...more,
});

const HOLDS_WITHIN_MS = 20_000;

/** `holds` resolves when the condition does, or rejects in time; each poke checks it. */
export const until = () => {
  const target = new EventTarget();
  const poke = (): boolean => target.dispatchEvent(new Event('poke'));
  const holds = async (condition: () => boolean): Promise<void> => {
    const signal = AbortSignal.timeout(HOLDS_WITHIN_MS);
    while (!condition()) await once(target, 'poke', { signal });
  };
  return { poke, holds };
};
