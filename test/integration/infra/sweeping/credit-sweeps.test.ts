import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { createQuery } from '../../../../infra/postgres/query';
import { creditSweepsIn } from '../../../../infra/sweeping/credit-sweeps';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrate(pool, [migrationFile('infra/sweeping/credit-sweeps.sql', true)]);
});
afterEach(() => pool.query('TRUNCATE lastro.credit_sweeps'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const swept = { partnerId: 'p1', mode: 'live', provider: 'x' } as const;
const pass = { beganAtMs: 5, fromMs: 1, toMs: 4, after: 'E1', isWhole: false };

test('a sweep continues at the last saved place of its partner, mode and provider', async () => {
  const sweeps = creditSweepsIn(createQuery(pool));
  expect(await sweeps.read(swept)).toBeNull();
  for (const state of [
    { sweptAtMs: null, pass, failingSinceMs: 7 },
    { sweptAtMs: 9, pass: null, failingSinceMs: null },
  ]) {
    await sweeps.save(swept, state);
    expect(await sweeps.read(swept)).toEqual(state);
  }
  for (const other of [{ partnerId: 'p2' }, { mode: 'sandbox' }, { provider: 'y' }] as const) {
    expect(await sweeps.read({ ...swept, ...other })).toBeNull();
  }
});
