import type { WorkItem, WorkResult } from '../../../../infra/work/queue';
import { poolWith } from '../../../doubles/pool-with';
import { openWorkshop, queueOf, until, type Workshop } from './workshop';

let workshop: Workshop;
beforeEach(async () => {
  workshop = await openWorkshop();
});
afterEach(() => workshop.close());

it('a queue with expensive claims waits for the room that it needs', async () => {
  await workshop.addJobs(12);
  const { poke, holds } = until();
  const gates: (() => void)[] = [];
  let [claims, ended] = [0, 0];
  const proxy = poolWith(workshop.pool, (text, values) => {
    if (text.includes('candidates')) claims += 1;
    return workshop.pool.query(text, values);
  });
  const run = async ({ key }: WorkItem): Promise<WorkResult> => {
    await new Promise<void>((resolve) => {
      gates.push(resolve);
      poke();
    });
    await workshop.finish(key);
    ended += 1;
    poke();
    return 'done';
  };
  workshop.start([queueOf(run, { concurrency: 6, leastRoom: 4 })], { pool: proxy });
  await holds(() => gates.length === 6);
  for (const open of gates.slice(0, 3)) open();
  await holds(() => ended === 3);
  gates[3]?.();
  await holds(() => gates.length === 10);
  expect(claims).toBe(2);
  for (const open of gates.slice(4)) open();
  await holds(() => gates.length === 12);
  for (const open of gates) open();
  await holds(() => ended === 12);
});
