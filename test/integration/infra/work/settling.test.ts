import { claimDue, type Settlement } from '../../../../infra/work/leases';
import { createSettling } from '../../../../infra/work/settling';
import { poolWith } from '../../../doubles/pool-with';
import { openWorkshop, queueOf, type Workshop } from './workshop';

let workshop: Workshop;
beforeEach(async () => {
  workshop = await openWorkshop();
});
afterEach(() => workshop.close());

const done = { againInMs: 60_000, attempts: 0, error: null };

/** Claimed items, and a pool that counts the statements sent by it. */
const claimed = async (count: number) => {
  await workshop.addJobs(count);
  const statements: string[] = [];
  const pool = poolWith(workshop.pool, (text, values) => {
    statements.push(text);
    return workshop.pool.query(text, values);
  });
  const holder = { pool, workerId: 'worker-a', leaseMs: 60_000 };
  const nowMs = Date.now();
  const claims = await claimDue({ ...holder, pool: workshop.pool }, 'jobs', queueOf(jest.fn()).due(nowMs), {
    ...{ nowMs, limit: count },
  });
  return { holder, statements, claims };
};

test('settles items that end during a statement in the next one, each with its own result', async () => {
  const { holder, statements, claims } = await claimed(20);
  const settle = createSettling(holder);
  const verdictOf = (index: number) =>
    index === 7 ? { againInMs: 0, attempts: 3, error: 'it failed' } : { ...done, againInMs: index * 1_000 };
  const settlements = claims.map((claim, index): Settlement => ({ claim, verdict: verdictOf(index) }));
  expect(await Promise.all(settlements.map(settle))).toEqual(Array(20).fill(true));
  expect(statements).toHaveLength(2);
  expect(await workshop.count('lastro.work_leases WHERE lease_until IS NULL')).toBe(20);
  expect(await workshop.count(`lastro.work_leases WHERE attempts = 3 AND last_error = 'it failed'`)).toBe(1);
  expect(await workshop.count(`lastro.work_leases WHERE next_at > now() + interval '15 s'`)).toBeGreaterThan(1);
});

test('reports a lost lease, and settles the others', async () => {
  const { holder, claims } = await claimed(3);
  await workshop.pool.query(`UPDATE lastro.work_leases SET leased_by = 'worker-b' WHERE key = $1`, [claims[1]!.key]);
  const settle = createSettling(holder);
  const held = await Promise.all(claims.map((claim) => settle({ claim, verdict: done })));
  expect(held).toEqual([true, false, true]);
  expect(await workshop.count('lastro.work_leases WHERE lease_until IS NULL')).toBe(2);
});

test('fails the items of a failed statement, and sends the next one', async () => {
  const { holder, claims } = await claimed(2);
  let fails = true;
  const pool = poolWith(workshop.pool, (text, values) => {
    if (!fails) return workshop.pool.query(text, values);
    fails = false;
    return Promise.reject(new Error('the database is away'));
  });
  const settle = createSettling({ ...holder, pool });
  const [first, second] = claims.map((claim) => settle({ claim, verdict: done }));
  await expect(first).rejects.toThrow('the database is away');
  expect(await second).toBe(true);
});
