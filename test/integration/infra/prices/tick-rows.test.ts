import type { Pool } from 'pg';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { createQuery } from '../../../../infra/postgres/query';
import { createTickMemory } from '../../../../infra/prices/tick-memory';
import { createTickRows, type TickRows } from '../../../../infra/prices/tick-rows';
import { holdLease } from '../../../../infra/work/hold-lease';
import { createBell } from '../../../../packages/event-store/timing/bell';
import { hearPrices } from '../../../../src/bin/wiring/prices/prices';
import { silent } from '../../../infra/projections/fixture';
import { testDatabase } from '../../../stores/postgres';

const ONE_SOURCE = { providers: [{ adapter: 'foxbit', url: null }], sandboxPrices: 'simulated' } as never;

let pool: Pool;
let listening: Parameters<typeof hearPrices>[2];
let rows: TickRows;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  listening = { connectionString: database.url, logger: silent };
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

test('shows new ticks at once to a process that hears of them', async () => {
  const memory = createTickMemory(rows, { now: () => 0 });
  const bids = async () => (await memory.now()).map(({ bid }) => bid);
  const heard = createBell();
  let refreshed = Promise.resolve();
  const refresh = (): Promise<void> => {
    refreshed = memory.refresh();
    heard.ring();
    return refreshed;
  };
  const stop = await hearPrices(ONE_SOURCE, { refresh }, listening);
  try {
    expect(await bids()).not.toContain('6.01');
    await rows.write('foxbit', [told('6.01')], 4_000);
    await heard.wait(10_000);
    await refreshed;
    expect(await bids()).toContain('6.01');
  } finally {
    await stop();
  }
});

test('keeps the former ticks while the rows cannot be read', async () => {
  const reads = [async () => [], async () => Promise.reject(new Error('away'))];
  const memory = createTickMemory({ read: () => reads.shift()!() }, { now: () => 0 });
  await memory.now();
  await memory.refresh();
  expect(await memory.now()).toEqual([]);
});

test('gives the lease to one process, and to another when the first no longer renews it', async () => {
  const hold = (workerId: string, leaseMs = 60_000) =>
    holdLease(pool, { queue: 'prices', key: 'poller', workerId, leaseMs });
  expect([await hold('a'), await hold('b'), await hold('a', 0), await hold('b')]).toEqual([true, false, true, true]);
  expect(await hold('a')).toBe(false);
});
