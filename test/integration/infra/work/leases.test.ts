import { DEAD_AFTER_MS, sweepDead } from '../../../../infra/work/leases';
import type { WorkResult } from '../../../../infra/work/queue';
import { openWorkshop, queueOf, until, type Workshop } from './workshop';

/** A lease that ended so long ago; null: it is free. */
const leave = (workshop: Workshop, key: string, endedMs: number | null) =>
  workshop.pool.query(
    `INSERT INTO lastro.work_leases (queue, key, leased_by, lease_until, next_at)
     VALUES ('gone', $1, 'killed', clock_timestamp() - make_interval(secs => $2::float8 / 1000), now() + interval '1 h')`,
    [key, endedMs],
  );

describe('leases of killed workers', () => {
  let workshop: Workshop;
  beforeEach(async () => {
    workshop = await openWorkshop();
  });
  afterEach(() => workshop.close());

  it('are removed after a minute without a new holder, also for a deleted queue', async () => {
    await leave(workshop, 'dead', DEAD_AFTER_MS + 1);
    await leave(workshop, 'just ended', 1);
    await leave(workshop, 'held', -3_600_000);
    await leave(workshop, 'resting', null);
    expect(await sweepDead(workshop.pool)).toBe(1);
    const { rows } = await workshop.pool.query<{ key: string }>('SELECT key FROM lastro.work_leases ORDER BY 1');
    expect(rows.map(({ key }) => key)).toEqual(['held', 'just ended', 'resting']);
    expect(await sweepDead(workshop.pool)).toBe(0);
  });

  it('are distinguished from those of a running worker, which continues', async () => {
    await workshop.addJobs(1);
    const { poke, holds } = until();
    let [runs, aborted] = [0, 0];
    let finish: () => void = () => undefined;
    const run = async ({ key }: { readonly key: string }, signal: AbortSignal): Promise<WorkResult> => {
      runs += 1;
      signal.addEventListener('abort', () => {
        aborted += 1;
      });
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      poke();
      await finished;
      await workshop.finish(key);
      poke();
      return 'done';
    };
    workshop.start([queueOf(run)]);
    await holds(() => runs === 1);
    await leave(workshop, 'dead', DEAD_AFTER_MS + 1);
    expect(await sweepDead(workshop.pool)).toBe(1);
    expect(await workshop.count("lastro.work_leases WHERE queue = 'jobs' AND lease_until > clock_timestamp()")).toBe(1);
    finish();
    await workshop.stopAll();
    expect([runs, aborted, await workshop.count('jobs WHERE done = 1')]).toEqual([1, 0, 1]);
  });
});
