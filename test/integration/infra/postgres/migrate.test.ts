import type { Pool } from 'pg';
import { pino } from 'pino';
import { type Migration, migrate, migrationFile, migrationFolder } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const first: Migration = {
  name: 'first',
  sql: 'CREATE TABLE lastro.first (id int); CREATE INDEX ON lastro.first (id)',
};
const second: Migration = { name: 'second', sql: 'CREATE TABLE lastro.second (id int)' };
let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

const tables = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'lastro' AND tablename <> 'migrations' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
};

test('each migration is applied once, in order', async () => {
  expect(await migrate(pool, [first])).toEqual(['first']);
  expect(await migrate(pool, [first, second])).toEqual(['second']);
  expect(await migrate(pool, [first, second])).toEqual([]);
  expect(await tables()).toEqual(['first', 'second']);
});

test('processes that start at the same time take turns', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, [first, second])));
  expect(runs.flat().sort()).toEqual(['first', 'second']);
});

test('a failing migration is named and changes nothing', async () => {
  const broken: Migration = { name: 'broken', sql: 'CREATE TABLE lastro.first (id nonsense)' };
  await expect(migrate(pool, [second, broken])).rejects.toThrow('the migration broken failed: type "nonsense"');
  expect(await tables()).toEqual([]);
  expect(await migrate(pool, [second])).toEqual(['second']);
});

test('a changed migration is refused, while a changed repeatable one runs again', async () => {
  const wider = 'CREATE TABLE IF NOT EXISTS lastro.second (id int); CREATE TABLE lastro.third (id int)';
  await migrate(pool, [second]);
  await expect(migrate(pool, [{ ...second, sql: wider }])).rejects.toThrow(/second was changed after it was applied/);
  expect(await migrate(pool, [{ ...second, sql: wider, repeatable: true }])).toEqual(['second']);
  expect(await tables()).toEqual(['second', 'third']);
});

test('files are read from the root of the project', () => {
  const file = migrationFile('infra/vault/vault.sql');
  expect(file).toMatchObject({ name: 'infra/vault/vault.sql', repeatable: false });
  expect(file.sql).toContain('CREATE SCHEMA IF NOT EXISTS vault');
  expect(migrationFolder('infra/vault').map(({ name }) => name)).toEqual([
    'infra/vault/fiscal-uses.sql',
    'infra/vault/lookup-claims.sql',
    'infra/vault/lookup-rotation.sql',
    'infra/vault/master-keys.sql',
    'infra/vault/vault.sql',
  ]);
});
