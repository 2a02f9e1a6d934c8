import type { Pool } from 'pg';
import type { WatchCursor } from '../../../commands/watch-network';
import { watchCursors } from '../../../infra/chains/cursors';
import { migrate, migrationFile } from '../../../infra/postgres/migrate';
import { createPool } from '../../../infra/postgres/pool';
import { silent } from '../../http/world';
import { type TestDatabase, testDatabase } from '../../postgres';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/chains/cursors.sql', true)]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a cursor is read as it was saved last, each network by itself', async () => {
  const [ethereum, polygon] = [watchCursors(pool, 'ethereum'), watchCursors(pool, 'polygon')];
  expect(await ethereum.read()).toBeNull();
  // Of a first look at a chain's first block, and beyond what a double can count.
  const first: WatchCursor = { blockNumber: 0n, blockHash: '0xb0', finalNumber: -1n };
  const later: WatchCursor = { blockNumber: 2n ** 60n + 1n, blockHash: '0xb1', finalNumber: 2n ** 60n - 1n };
  await ethereum.save(first);
  expect(await ethereum.read()).toEqual(first);
  await ethereum.save(later);
  expect(await ethereum.read()).toEqual(later);
  expect(await polygon.read()).toBeNull();
  await polygon.save(first);
  await ethereum.forget();
  expect([await ethereum.read(), await polygon.read()]).toEqual([null, first]);
});
