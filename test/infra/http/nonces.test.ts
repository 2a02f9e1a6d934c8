import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createPostgresNonces } from '../../../infra/http/nonces';
import { migrate, migrationFile } from '../../../infra/postgres/migrate';
import { createPool } from '../../../infra/postgres/pool';
import { silent } from '../../http/world';
import { type TestDatabase, testDatabase } from '../../postgres';

let database: TestDatabase;
let pool: Pool;

jest.setTimeout(30_000);

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/http/nonces.sql', true)]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a nonce is claimed once, however many ask at once', async () => {
  const nonces = createPostgresNonces(pool);
  const nonce = randomUUID();
  const claims = await Promise.all(Array.from({ length: 20 }, () => nonces.claim('p1', nonce, 605)));
  expect(claims.filter((isFirst) => isFirst)).toHaveLength(1);
});

test('each partner has nonces of its own', async () => {
  const nonces = createPostgresNonces(pool);
  expect(await nonces.claim('p1', 'shared', 605)).toBe(true);
  expect(await nonces.claim('p2', 'shared', 605)).toBe(true);
  expect(await nonces.claim('p2', 'shared', 605)).toBe(false);
});

test('an expired nonce is removed, and free again', async () => {
  const nonces = createPostgresNonces(pool);
  expect(await nonces.claim('p3', 'old', -1)).toBe(true);
  expect(await nonces.claim('p3', 'old', -1)).toBe(true);
  expect(await nonces.removeExpired()).toBe(1);
  expect(await nonces.removeExpired()).toBe(0);
});
