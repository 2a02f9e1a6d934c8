import type { Pool } from 'pg';
import { pino } from 'pino';
import { createPostgresDenials } from '../../../../infra/denials/postgres-denials';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

let database: TestDatabase;
let pools: readonly [Pool, Pool];
beforeAll(async () => {
  database = await testDatabase();
  const open = () => createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  pools = [open(), open()];
  await migrate(pools[0], [
    { name: 'schema', sql: 'CREATE SCHEMA IF NOT EXISTS lastro' },
    migrationFile('infra/denials/denials.sql', true),
  ]);
});
afterEach(() => pools[0].query('TRUNCATE lastro.denials'));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const denialAt = (revision: number) =>
  ({ kind: 'IP_ALLOWLIST', subject: 'p1', stream: 'partner-p1', revision, value: [`10.0.0.${revision}`] }) as const;
const stored = async () =>
  (await pools[0].query<object>('SELECT kind, subject, stream, revision, value FROM lastro.denials')).rows;

test('keeps the later of two denials of one right, in any order of the writes', async () => {
  const [one, other] = pools.map(createPostgresDenials);
  await one!.deny(denialAt(5));
  await other!.deny(denialAt(3));
  expect(await stored()).toEqual([denialAt(5)]);
  await other!.deny(denialAt(7));
  await one!.deny(denialAt(7));
  expect(await stored()).toEqual([denialAt(7)]);
});

test('keeps the latest of many simultaneous denials', async () => {
  const revisions = Array.from({ length: 20 }, (_, index) => (index * 7) % 20);
  await Promise.all(
    revisions.map((revision, index) => createPostgresDenials(pools[index % 2]!).deny(denialAt(revision))),
  );
  expect(await stored()).toEqual([denialAt(19)]);
});
