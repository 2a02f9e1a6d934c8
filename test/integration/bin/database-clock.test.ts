import type { Pool } from 'pg';
import { clockOf } from '../../../infra/clock';
import { createPool } from '../../../infra/postgres/pool';
import { createQuery } from '../../../infra/postgres/query';
import { readinessOf } from '../../../src/bin/health/readiness';
import { lookAtDatabaseClock } from '../../../src/bin/running/database-clock';
import { core } from '../../core';
import { outlookWorld } from '../../doubles/stores-health';
import { silent } from '../../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../../stores/postgres';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A machine whose clock is `aheadMs` ahead of PostgreSQL. */
const machine = (aheadMs: number) => {
  const { alert, alerts } = core();
  return { ports: { query: createQuery(pool), clock: clockOf(() => Date.now() + aheadMs), alert }, alerts };
};

test.each([
  [600_000, /^PostgreSQL is (599|600|601) s behind this machine$/, /^-(599|600)\d{3}$/],
  [-600_000, /^PostgreSQL is (599|600|601) s ahead of this machine$/, /^(599|600)\d{3}$/],
])('a clock that is %i ms off is reported with an alarm, and stays ready', async (offMs, says, aheadMs) => {
  const { ports, alerts } = machine(offMs);
  const { adapters, storesHealth } = outlookWorld();
  const off = { ...adapters, ports: { ...adapters.ports, ...ports, query: onlyTheTime(ports.query) } };
  const own = { isStopping: () => false, secondsRefused: async () => 0, storesHealth };
  const { ready, checks } = await readinessOf(off, null, own)();
  expect([ready, checks['clock']]).toEqual([true, { ok: false, detail: expect.stringMatching(says) }]);
  const facts = { host: expect.any(String), aheadMs: expect.stringMatching(aheadMs) };
  expect(alerts).toEqual([{ what: "PostgreSQL's clock contradicts this machine's", facts }]);
});

/** The tables are not there. */
const onlyTheTime =
  (query: ReturnType<typeof createQuery>): typeof query =>
  (text, values) =>
    text.includes('clock_timestamp') ? query(text, values) : Promise.resolve([]);

test.each([0, 50_000, -50_000])('a clock that is %i ms off is not reported', async (offMs) => {
  const { ports, alerts } = machine(offMs);
  expect([await lookAtDatabaseClock(ports, 'here'), alerts]).toEqual([null, []]);
});
