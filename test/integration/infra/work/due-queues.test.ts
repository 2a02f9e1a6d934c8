import type { WorkItem, WorkResult } from '../../../../infra/work/queue';
import { poolWith } from '../../../doubles/pool-with';
import { openWorkshop, queueOf, until, type Workshop } from './workshop';

let workshop: Workshop;
beforeEach(async () => {
  workshop = await openWorkshop();
});
afterEach(() => workshop.close());

/** Queues of one table: each takes the jobs whose key begins with its name. */
const queueNamed = (name: string, run: (item: WorkItem) => Promise<WorkResult>) =>
  queueOf(run, {
    name,
    due: (nowMs) => ({
      text: `SELECT key, payload, due_at FROM jobs
        WHERE starts_with(key, $1) AND done = 0 AND due_at < to_timestamp($2::float8 / 1000)`,
      values: [`${name}-`, nowMs],
    }),
  });

/** Records the calls of the database: looks, and claims by queue. */
const counting = () => {
  const { poke, holds } = until();
  const asked = { looks: 0, sweeps: 0, claims: [] as unknown[] };
  const pool = poolWith(workshop.pool, async (text, values) => {
    const result = await workshop.pool.query(text, values);
    if (text.includes('array_remove')) asked.looks += 1;
    if (text.includes('unnest') && text.includes('DELETE')) asked.sweeps += 1;
    if (text.includes('candidates')) asked.claims.push(values[2]);
    poke();
    return result;
  });
  return { asked, pool, holds };
};

const unneeded = (): Promise<WorkResult> => Promise.reject(new Error('nothing is due here'));

it('asks for all queues in one query, and claims only from the one with due work', async () => {
  await workshop.addJobs(1, 'few');
  const { asked, pool, holds } = counting();
  const ran: string[] = [];
  const run = async ({ key }: WorkItem): Promise<WorkResult> => {
    ran.push(key);
    await workshop.finish(key);
    return 'done';
  };
  const queues = [queueNamed('none', unneeded), queueNamed('few', run), queueNamed('other', unneeded)];
  workshop.start(queues, { pool });
  await holds(() => ran.length === 1 && asked.looks >= 10);
  expect(new Set(asked.claims)).toEqual(new Set(['few']));
});

it('claims waiting items when running ones end, without another query', async () => {
  await workshop.addJobs(30, 'many');
  const { pool, holds, asked } = counting();
  let runs = 0;
  const run = async ({ key }: WorkItem): Promise<WorkResult> => {
    runs += 1;
    await workshop.finish(key);
    return 'done';
  };
  workshop.start([queueNamed('many', run)], { pool, limits: { pollMs: 3_600_000 } });
  await holds(() => runs === 30);
  expect(asked.looks).toBe(1);
});

it('asks again for a queue that had room left, however long others run', async () => {
  const { poke, holds } = until();
  const [gates, ran] = [[] as (() => void)[], [] as string[]];
  const hanging = async ({ key }: WorkItem): Promise<WorkResult> => {
    await new Promise<void>((resolve) => {
      gates.push(resolve);
      poke();
    });
    await workshop.finish(key);
    return 'done';
  };
  const quick = async ({ key }: WorkItem): Promise<WorkResult> => {
    await workshop.finish(key);
    ran.push(key);
    poke();
    return 'done';
  };
  await workshop.addJobs(2, 'long');
  workshop.start([queueNamed('long', hanging), queueNamed('quick', quick)], { concurrency: 5 });
  await holds(() => gates.length === 2);
  for (const name of ['one', 'two']) {
    await workshop.addJobs(1, `quick-${name}`);
    await holds(() => ran.includes(`quick-${name}-1`));
  }
  for (const open of gates) open();
});

it('asks for no full queue while its items still run', async () => {
  await workshop.addJobs(3, 'slow');
  const { poke, holds } = until();
  const flags: unknown[] = [];
  const pool = poolWith(workshop.pool, async (text, values) => {
    if (text.includes('array_remove')) flags.push(values.find((value) => typeof value === 'boolean'));
    const result = await workshop.pool.query(text, values);
    poke();
    return result;
  });
  const gates: (() => void)[] = [];
  const run = async ({ key }: WorkItem): Promise<WorkResult> => {
    await new Promise<void>((resolve) => gates.push(resolve));
    await workshop.finish(key);
    return 'done';
  };
  workshop.start([{ ...queueNamed('slow', run), concurrency: 1 }], { pool });
  await holds(() => gates.length === 1 && flags.length >= 5);
  expect([flags[0], flags.at(-1)]).toEqual([true, false]);
  for (let ended = 1; ended <= 3; ended += 1) {
    await holds(() => gates.length === ended);
    gates.at(-1)!();
  }
  await holds(() => flags.at(-1) === true);
});
