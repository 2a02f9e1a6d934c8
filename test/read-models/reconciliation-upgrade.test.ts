import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrate, migrationFile, migrationFolder, readerRoles } from '../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../infra/postgres/pool';
import { time } from '../../packages/testing/src/samples/sample-data';
import { type TestDatabase, testDatabase } from '../stores/postgres';

// The table of the first version: the deposits that hold the expiry were a list in the row of the intent.
const FIRST_VERSION = `
  CREATE SCHEMA IF NOT EXISTS lastro;
  CREATE TABLE lastro.reconciliation_intents (
    memo_hash text PRIMARY KEY, intent_id text NOT NULL, memo text NOT NULL, partner_id text NOT NULL,
    network text NOT NULL, asset_id integer NOT NULL, amount_base_units numeric(78, 0) NOT NULL,
    receiver text NOT NULL, status text NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
    tolerance_seconds integer NOT NULL, open_deposits jsonb NOT NULL, proposed_deposit text);
  CREATE INDEX reconciliation_intents_due
    ON lastro.reconciliation_intents (expires_at) WHERE status = 'PENDING';`;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rowsOf = async (text: string): Promise<readonly object[]> => (await pool.query<object>(text)).rows;

test('keeps the holds of expiries at an upgrade from the first version', async () => {
  await pool.query(FIRST_VERSION);
  for (const [id, open] of [
    ['cid1', ['d1', 'd2']],
    ['cid2', []],
  ] as const) {
    await pool.query(
      `INSERT INTO lastro.reconciliation_intents VALUES
         ('h-' || $1, $1, 'lastro:' || $1, 'p1', 'ethereum', 201, 1, '0xaa', 'PENDING', $2, $3, 30, $4, NULL)`,
      [id, time(10), time(300), JSON.stringify(open)],
    );
  }
  const migrations = [
    ...readerRoles(),
    migrationFile('infra/webhooks/feed-places.sql'),
    ...migrationFolder('read-models', true),
  ];
  await migrate(pool, migrations);
  expect(await rowsOf('SELECT hold_id, intent_id, deposit_id FROM lastro.reconciliation_holds ORDER BY 1')).toEqual([
    { hold_id: 'h-cid1 d1', intent_id: 'cid1', deposit_id: 'd1' },
    { hold_id: 'h-cid1 d2', intent_id: 'cid1', deposit_id: 'd2' },
  ]);
  const intents = 'SELECT intent_id, hold_count, held_at, mode FROM lastro.reconciliation_intents ORDER BY 1';
  const upgraded = [
    { intent_id: 'cid1', hold_count: 2, held_at: null, mode: null },
    { intent_id: 'cid2', hold_count: 0, held_at: null, mode: null },
  ];
  expect(await rowsOf(intents)).toEqual(upgraded);
  const indexes = await rowsOf(
    `SELECT indexname FROM pg_indexes WHERE tablename = 'reconciliation_intents' ORDER BY 1`,
  );
  expect(indexes).toEqual([
    { indexname: 'reconciliation_intents_expired' },
    { indexname: 'reconciliation_intents_pending' },
    { indexname: 'reconciliation_intents_pkey' },
    { indexname: 'reconciliation_intents_unpaid' },
  ]);
  for (const { sql } of migrations) await pool.query(sql);
  expect(await rowsOf(intents)).toEqual(upgraded);
});
