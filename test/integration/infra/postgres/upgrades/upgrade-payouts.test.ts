import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrate, migrationFile } from '../../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { createQuery } from '../../../../../infra/postgres/query';
import { rowAfter } from '../../../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../../../packages/testing/src/samples/sample-events';
import { payoutsProjection } from '../../../../../projections/payments/payouts';
import { dueWork } from '../../../../../read-models/due/due-work';
import { type PayoutStepRow, payoutSteps } from '../../../../../read-models/steps/payout-steps';
import { payouts } from '../../../../../read-models/steps/payouts';
import { serviceMigrations } from '../../../../../src/bin/stores/prepared-database';
import { testDatabase } from '../../../../stores/postgres';

const UPGRADE = 'infra/postgres/upgrades/payouts-by-stream.sql';

/** The tables as the version before had them, with its rows of a payout that is unknown and one that is to be sent. */
const BEFORE = `
  CREATE TABLE lastro.payout_steps (
    intent_id text PRIMARY KEY, step text NOT NULL, due_at timestamptz NOT NULL, since_at timestamptz NOT NULL,
    provider_key text, cause_event_id text NOT NULL);
  CREATE INDEX payout_steps_due ON lastro.payout_steps (step, due_at);
  CREATE TABLE lastro.payouts (
    provider_key text PRIMARY KEY, intent_id text NOT NULL, partner_id text NOT NULL, mode text NOT NULL,
    attempt integer NOT NULL, amount_cents numeric(38, 0) NOT NULL, status text NOT NULL, provider text, code text,
    requested_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
  CREATE INDEX payouts_by_intent ON lastro.payouts (intent_id);
  INSERT INTO lastro.payout_steps VALUES
    ('cid1', 'RESOLVE', '${time(84)}', '${time(82)}', 'key1', 'id-PayoutDispatched'),
    ('cid2', 'DISPATCH', '${time(81)}', '${time(81)}', 'key2', 'id-PayoutRequested');
  INSERT INTO lastro.payouts VALUES
    ('key1', 'cid1', 'p1', 'sandbox', 1, 15000, 'DISPATCHED', 'sandbox', NULL, '${time(81)}', '${time(500)}');
  INSERT INTO lastro.work_leases (queue, key, leased_by) VALUES
    ('resolve-payout', 'key1', 'w1'), ('match-deposit', 'd1', 'w1');`;

let pool: Pool;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  drop = database.drop;
});
afterEach(async () => {
  await pool.end();
  await drop();
});

const before = async (): Promise<void> => {
  await migrate(pool, [migrationFile('infra/work/leases.sql', true)]);
  await pool.query(BEFORE);
};
const all = async (table: string) =>
  (await createQuery(pool)(`SELECT * FROM lastro.${table} ORDER BY 1`, [])) as object[];

test('work and attempts of the former version are kept under the streams of their owners', async () => {
  await before();
  const ran = await migrate(pool, serviceMigrations());
  expect(ran).toContain(UPGRADE);
  const dispatched = rowAfter(payoutsProjection, payouts, recorded('PayoutRequested'), recorded('PayoutDispatched'));
  expect(await all('payouts')).toEqual([dispatched]);
  const rows = (await all('payout_steps')) as PayoutStepRow[];
  const resolving = { stream: 'cashout-cid1', step: 'RESOLVE', due_at: time(84), since_at: time(82) };
  expect(rows).toMatchObject([resolving, { stream: 'cashout-cid2', step: 'DISPATCH', provider_key: 'key2' }]);
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(payoutSteps.columns));
  const { text, values } = dueWork({ graceSeconds: {}, ceilingSeconds: 86_400 })['resolve-payout'](time(100));
  expect((await pool.query<object>(text, [...values])).rows).toMatchObject([
    { key: 'cashout-cid1 key1', payload: { stream: 'cashout-cid1', providerKey: 'key1' } },
  ]);
});

test('only leases of payouts are deleted, and their payouts are checked once more', async () => {
  await before();
  await migrate(pool, serviceMigrations());
  expect(await all('work_leases')).toMatchObject([{ queue: 'match-deposit' }]);
});

test('a second start changes nothing more', async () => {
  await before();
  await migrate(pool, serviceMigrations());
  const kept = [await all('payouts'), await all('payout_steps')];
  await pool.query(`INSERT INTO lastro.work_leases (queue, key, leased_by) VALUES ('resolve-payout', 'k', 'w1')`);
  expect(await migrate(pool, serviceMigrations())).not.toContain(UPGRADE);
  expect([await all('payouts'), await all('payout_steps')]).toEqual(kept);
  expect(await all('work_leases')).toHaveLength(2);
});

test('a new installation has the same tables', async () => {
  const columns = async () =>
    (
      await pool.query<object>(`SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
        WHERE table_schema = 'lastro' AND table_name LIKE 'payout%' ORDER BY 1, 2`)
    ).rows;
  const indexes = async () =>
    (
      await pool.query<object>(`SELECT indexdef FROM pg_indexes
        WHERE schemaname = 'lastro' AND tablename LIKE 'payout%' ORDER BY 1`)
    ).rows;
  await before();
  await migrate(pool, serviceMigrations());
  const upgraded = [await columns(), await indexes()];
  await pool.query('DROP SCHEMA lastro CASCADE');
  await migrate(pool, serviceMigrations());
  expect([await columns(), await indexes()]).toEqual(upgraded);
});
