import type { Logger } from '../../../../infra/logger';
import type { WorkItem, WorkResult } from '../../../../infra/work/queue';
import { poolWith } from '../../../doubles/pool-with';
import { openWorkshop, queueOf, silent, until, type Workshop } from './workshop';

// Two cores are shared with all other tests.
describe('the worker', () => {
  let workshop: Workshop;
  beforeEach(async () => {
    workshop = await openWorkshop();
  });
  afterEach(() => workshop.close());

  it('runs each item once when two workers ask for it', async () => {
    await workshop.addJobs(200);
    const { poke, holds } = until();
    const runs: string[] = [];
    const inHand = new Set<string>();
    let most = 0;
    const run = async ({ key, payload }: WorkItem): Promise<WorkResult> => {
      expect(inHand.has(key)).toBe(false);
      inHand.add(key);
      most = Math.max(most, inHand.size);
      await workshop.finish(key);
      runs.push(`${key} ${JSON.stringify(payload)}`);
      inHand.delete(key);
      poke();
      return 'done';
    };
    workshop.start([queueOf(run)]);
    workshop.start([queueOf(run)]);
    await holds(() => runs.length >= 200);
    expect(new Set(runs).size).toBe(200);
    expect(runs).toContain('job-7 {"n":7}');
    expect(await workshop.count('jobs WHERE done <> 1')).toBe(0);
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  });

  it('respects the limit of the queue and the limit of the process', async () => {
    await workshop.addJobs(30);
    const { poke, holds } = until();
    const inHand = { slow: 0, fast: 0 };
    let [ran, mostSlow, mostAll] = [0, 0, 0];
    const run =
      (name: 'slow' | 'fast') =>
      async ({ key }: WorkItem): Promise<WorkResult> => {
        inHand[name] += 1;
        mostSlow = Math.max(mostSlow, inHand.slow);
        mostAll = Math.max(mostAll, inHand.slow + inHand.fast);
        await workshop.finish(key);
        inHand[name] -= 1;
        ran += 1;
        poke();
        return 'done';
      };
    workshop.start([queueOf(run('slow'), { name: 'slow', concurrency: 2 }), queueOf(run('fast'), { name: 'fast' })], {
      concurrency: 3,
    });
    await holds(() => ran >= 30);
    expect(mostSlow).toBeLessThanOrEqual(2);
    expect(mostAll).toBeLessThanOrEqual(3);
  });

  it.each([
    ['not yet'],
    ['what PostgreSQL cannot store: \0'],
  ])('tries a failing item again, counts its failures and never drops it: %j', async (message) => {
    await workshop.addJobs(1);
    const { poke, holds } = until();
    const attempts: number[] = [];
    const errors: unknown[] = [];
    const logger = { ...silent, error: (...said: unknown[]) => errors.push(said) } as unknown as Logger;
    workshop.start(
      [
        queueOf(async (item) => {
          attempts.push(item.attempts);
          poke();
          if (attempts.length < 4) throw new Error(message);
          await workshop.finish(item.key);
          return 'done';
        }),
      ],
      { logger },
    );
    await holds(() => attempts.length >= 4);
    expect(attempts.slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(errors).toHaveLength(3);
    await workshop.stopAll();
    expect(
      await workshop.count(`lastro.work_leases WHERE attempts = 0 AND lease_until IS NULL AND last_error IS NULL`),
    ).toBe(1);
  });

  it('runs an item again at the time that the item names', async () => {
    await workshop.addJobs(1);
    const { poke, holds } = until();
    const at: number[] = [];
    workshop.start([
      queueOf(async () => {
        at.push(Date.now());
        poke();
        return { againAtMs: Date.now() + 50 };
      }),
    ]);
    await holds(() => at.length >= 3);
    expect(at[2]! - at[0]!).toBeGreaterThanOrEqual(90);
  });

  it('takes over the items of a dead worker, which notices when it was only paused', async () => {
    await workshop.addJobs(3);
    const { poke, holds } = until();
    const asleep: string[] = [];
    const aborted: string[] = [];
    const frozen = (item: WorkItem, signal: AbortSignal): Promise<WorkResult> =>
      new Promise((_, reject) => {
        asleep.push(item.key);
        signal.addEventListener('abort', () => {
          aborted.push((signal.reason as Error).message);
          poke();
          reject(signal.reason as Error);
        });
        poke();
      });
    workshop.start([queueOf(frozen)], { limits: { leaseMs: 600 } });
    await holds(() => asleep.length === 3);
    // As when the process was stopped for longer than its leases.
    await workshop.pool.query(`UPDATE lastro.work_leases SET lease_until = now() - interval '1 s'`);
    const taken: string[] = [];
    workshop.start([
      queueOf(async ({ key }) => {
        await workshop.finish(key);
        taken.push(key);
        poke();
        return 'done';
      }),
    ]);
    await holds(() => taken.length === 3 && aborted.length === 3);
    expect(taken.sort()).toEqual(['job-1', 'job-2', 'job-3']);
    expect(aborted).toEqual(Array(3).fill('the lease was lost'));
    expect(await workshop.count('jobs WHERE done <> 1')).toBe(0);
  });

  it('renews the lease of an item that runs longer', async () => {
    await workshop.addJobs(1);
    const { poke, holds } = until();
    let [runs, renewals] = [0, 0];
    const proxy = poolWith(workshop.pool, async (text, values) => {
      const result = await workshop.pool.query(text, values);
      if (text.includes('concat_ws')) renewals += 1;
      poke();
      return result;
    });
    const queue = queueOf(async ({ key }) => {
      runs += 1;
      await holds(() => renewals >= 4);
      await workshop.finish(key);
      return 'done';
    });
    workshop.start([queue], { pool: proxy, limits: { leaseMs: 2_000 } });
    workshop.start([queue], { limits: { leaseMs: 2_000 } });
    await holds(() => renewals >= 4);
    await workshop.stopAll();
    expect(runs).toBe(1);
  });

  it('claims nothing more when it stops, and waits for its running items', async () => {
    await workshop.addJobs(10);
    const { poke, holds } = until();
    const started: string[] = [];
    const gate: (() => void)[] = [];
    const worker = workshop.start([
      queueOf(async ({ key }) => {
        started.push(key);
        poke();
        await new Promise<void>((resolve) => gate.push(resolve));
        await workshop.finish(key);
        return 'done';
      }),
    ]);
    await holds(() => started.length === 4);
    const stopped = worker.stop();
    for (const open of gate) open();
    await stopped;
    expect(started).toHaveLength(4);
    expect(await workshop.count('jobs WHERE done = 1')).toBe(4);
    expect(await workshop.count('lastro.work_leases WHERE lease_until IS NOT NULL')).toBe(0);
  });

  it('continues after the database was away', async () => {
    await workshop.addJobs(1);
    const { poke, holds } = until();
    let [broken, runs] = [3, 0];
    const proxy = poolWith(workshop.pool, (text, values) => {
      if (broken === 0) return workshop.pool.query(text, values);
      broken -= 1;
      return Promise.reject(new Error('Connection terminated'));
    });
    workshop.start(
      [
        queueOf(async ({ key }) => {
          await workshop.finish(key);
          runs += 1;
          poke();
          return 'done';
        }),
      ],
      { pool: proxy },
    );
    await holds(() => runs === 1);
    expect(broken).toBe(0);
  });
});
