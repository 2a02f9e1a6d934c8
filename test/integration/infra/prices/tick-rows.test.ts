import type { Pool } from 'pg';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { createQuery } from '../../../../infra/postgres/query';
import { createTickRows, type TickRows } from '../../../../infra/prices/tick-rows';
import { holdLease } from '../../../../infra/work/hold-lease';
import { silent } from '../../../infra/projections/fixture';
import { testDatabase } from '../../../stores/postgres';

let pool: Pool;
let rows: TickRows;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/work/leases.sql'), migrationFile('infra/prices/ticks.sql')]);
  rows = createTickRows(createQuery(pool));
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const told = (bid: string, sourceMs: number | null = null) => ({
  ...{ base: 'USDT', quote: 'BRL', bid, ask: '5.50', sourceMs },
});

test('keeps the time of the last change while a source repeats its answer', async () => {
  await rows.write('foxbit', [told('5.40')], 1_000);
  await rows.write('foxbit', [told('5.40')], 2_000);
  const tick = { source: 'foxbit', base: 'USDT', quote: 'BRL', ask: '5.50', sourceMs: null };
  expect(await rows.read()).toEqual([{ ...tick, bid: '5.40', receivedMs: 2_000, changedMs: 1_000 }]);
  await rows.write('foxbit', [told('5.41', 2_900)], 3_000);
  expect(await rows.read()).toEqual([{ ...tick, bid: '5.41', sourceMs: 2_900, receivedMs: 3_000, changedMs: 3_000 }]);
});

test('keeps the last of two answers for one pair', async () => {
  await rows.write('binance', [told('5.40'), told('5.42')], 1_000);
  expect((await rows.read()).filter(({ source }) => source === 'binance')).toMatchObject([{ bid: '5.42' }]);
});

test('gives the lease to one process, and to another when the first no longer renews it', async () => {
  const hold = (workerId: string, leaseMs = 60_000) =>
    holdLease(pool, { queue: 'prices', key: 'poller', workerId, leaseMs });
  expect([await hold('a'), await hold('b'), await hold('a', 0), await hold('b')]).toEqual([true, false, true, true]);
  expect(await hold('a')).toBe(false);
});
