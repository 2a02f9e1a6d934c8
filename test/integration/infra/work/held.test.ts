import { openWorkshop, queueOf, silent, until, type Workshop } from './workshop';

describe('work that a store holds up', () => {
  let workshop: Workshop;
  beforeEach(async () => {
    workshop = await openWorkshop();
  });
  afterEach(() => workshop.close());

  it('is not claimed while its store is unreachable, and is claimed afterwards', async () => {
    const ran = until();
    let [isAway, asked, runs] = [true, 0, 0];
    const isHeld = (): boolean => {
      asked += 1;
      ran.poke();
      return isAway;
    };
    await workshop.addJobs(1);
    const worker = workshop.start(
      [
        queueOf(async ({ key }) => {
          runs += 1;
          await workshop.finish(key);
          ran.poke();
          return 'done';
        }),
      ],
      { isHeld },
    );
    await ran.holds(() => asked >= 5);
    expect(runs).toBe(0);
    isAway = false;
    worker.wake();
    await ran.holds(() => runs > 0);
    expect(await workshop.count('lastro.work_leases WHERE attempts > 0')).toBe(0);
  });

  it('is tried again soon after an outage, but waits longer after its own failures', async () => {
    const ran = until();
    const held = new Error('The event store is unreachable');
    const warn = jest.fn();
    const runs: Record<string, number> = { 'held-1': 0, 'own-1': 0 };
    await workshop.addJobs(1, 'held');
    await workshop.addJobs(1, 'own');
    const limits = { firstRetryMs: 3_600_000, longestRetryMs: 3_600_000, heldRetryMs: 1, coolDownMs: 1 };
    workshop.start(
      [
        queueOf(async ({ key }) => {
          runs[key] = (runs[key] ?? 0) + 1;
          ran.poke();
          throw key === 'held-1' ? held : new Error('its own');
        }),
      ],
      { limits, isHeldBy: (error) => error === held, logger: { ...silent, warn } as unknown as typeof silent },
    );
    await ran.holds(() => (runs['held-1'] ?? 0) >= 4 && runs['own-1'] === 1);
    expect(warn.mock.calls).toEqual([[{ err: held, queue: 'jobs', key: 'held-1' }, expect.any(String)]]);
    await workshop.stopAll();
    expect(runs['own-1']).toBe(1);
    expect(await workshop.count("lastro.work_leases WHERE key = 'held-1' AND attempts > 0")).toBe(0);
  });

  it('is reported as stuck after ten failures in a row, except during an outage', async () => {
    const ran = until();
    const held = new Error('The event store is unreachable');
    const own = new Error('its own');
    const heldRuns = { count: 0 };
    const stuck: unknown[] = [];
    await workshop.addJobs(1, 'held');
    await workshop.addJobs(1, 'own');
    const run = async ({ key }: { readonly key: string }): Promise<never> => {
      if (key !== 'held-1') throw own;
      heldRuns.count += 1;
      ran.poke();
      throw held;
    };
    workshop.start([queueOf(run)], {
      limits: { firstRetryMs: 1, longestRetryMs: 1, heldRetryMs: 1 },
      isHeldBy: (error) => error === held,
      onStuck: (item, error) => {
        stuck.push([item, error]);
        ran.poke();
      },
    });
    await ran.holds(() => stuck.length >= 2 && heldRuns.count > 12);
    const item = { queue: 'jobs', key: 'own-1' };
    expect(stuck.slice(0, 2)).toEqual([10, 11].map((attempts) => [{ ...item, attempts }, own]));
  });
});
