import { Client } from 'pg';
import { compareTable } from '../../../../../infra/projections/rebuild/compare';
import type { Table } from '../../../../../read-models/table';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const table: Table = { name: 'numbers', key: 'key', columns: { key: 'text', square: 'numeric' } };

let database: TestDatabase;
const sides = { live: { client: new Client(), schema: 'one' }, rebuilt: { client: new Client(), schema: 'two' } };

beforeEach(async () => {
  database = await testDatabase();
  for (const side of Object.values(sides)) {
    side.client = new Client({ connectionString: database.url });
    await side.client.connect();
    await side.client.query(`CREATE SCHEMA ${side.schema};
      CREATE TABLE ${side.schema}.numbers (key text PRIMARY KEY, square numeric);
      INSERT INTO ${side.schema}.numbers SELECT 'k' || n, n * n FROM generate_series(10000, 12499) AS n`);
  }
});
afterEach(async () => {
  await Promise.all(Object.values(sides).map(({ client }) => client.end()));
  await database.drop();
});

const changed = async (live: string, rebuilt = 'SELECT 1') => {
  await sides.live.client.query(live);
  await sides.rebuilt.client.query(rebuilt);
  return compareTable(table, sides);
};
const about = (key: string) => ({ table: 'numbers', key });

test('finds no difference between equal values in different representations', async () => {
  expect(await changed(`UPDATE one.numbers SET square = square * 1.000`)).toEqual([]);
});

test('names the missing row, and no column that only one side knows', async () => {
  const removed = `DELETE FROM one.numbers WHERE key = 'k11500'; UPDATE one.numbers SET square = 0 WHERE key = 'k12400'`;
  expect(await changed(removed)).toEqual([{ ...about('k11500'), column: null, live: null, rebuilt: 'a row' }]);
});

test('names rows after the last row of the other side', async () => {
  const added = `INSERT INTO one.numbers VALUES ('k9', 81)`;
  expect(await changed(added)).toEqual([{ ...about('k9'), column: null, live: 'a row', rebuilt: null }]);
});

test('names at most ten changed values, in the order of their keys', async () => {
  const found = await changed(`UPDATE one.numbers SET square = 1 WHERE key >= 'k12100'`);
  expect(found).toHaveLength(10);
  expect(found[0]).toEqual({ ...about('k12100'), column: 'square', live: '1', rebuilt: '146410000' });
  expect(found.map(({ key }) => key)).toEqual(Array.from({ length: 10 }, (_, index) => `k${12_100 + index}`));
});
