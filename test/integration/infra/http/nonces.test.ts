import type { Pool } from 'pg';
import { createPostgresNonces } from '../../../../infra/http/nonces';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { silent } from '../../../http/world';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
import { noncesContract } from './nonces-contract';

let database: TestDatabase;
let pool: Pool;
let secondPool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  secondPool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/http/nonces.sql', true)]);
});
afterAll(async () => {
  await pool.end();
  await secondPool.end();
  await database.drop();
});

describe('nonces in Postgres', () => {
  noncesContract(() => [createPostgresNonces(pool), createPostgresNonces(secondPool)]);
});

test('an expired nonce is removed and can be claimed again', async () => {
  const nonces = createPostgresNonces(pool);
  expect(await nonces.claim('p3', 'old', -1)).toBe(true);
  expect(await nonces.claim('p3', 'old', -1)).toBe(true);
  expect(await nonces.removeExpired()).toBe(1);
  expect(await nonces.removeExpired()).toBe(0);
});
