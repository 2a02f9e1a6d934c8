import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { createPool, READER_LIMITS } from '../../../../infra/postgres/pool';
import { createOperatorsQuery, createScopedReaders } from '../../../../infra/postgres/scoped-query';
import { rebuildProjection } from '../../../../infra/projections/rebuild/rebuild';
import { event, metadata } from '../../../../packages/testing/src/samples/sample-events';
import { projections } from '../../../../projections/all';
import { silent } from '../../../infra/projections/fixture';
import { openTenants, type Tenants } from './tenants';

/** Tables that say whose a row is and that the HTTP surface does not read through readers: it has no grant for them. */
const WITHOUT_GRANT = [
  // For operators only.
  'payment_names',
  'payments',
  'audit_trail',
  'reconciliation_intents',
  // Looked up before the caller is known, and by the dispatcher of webhooks.
  'partner_secrets',
  // For workers.
  'payouts',
  'cashin_steps',
  'cashin_sweeps',
  'credit_sweeps',
  'redemption_steps',
  // For the simulated providers.
  'sandbox_book',
  // Written by authentication.
  'nonces',
  // Looked up before the caller is known.
  'member_sessions',
];

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});
afterAll(() => tenants.close());

interface Tenanted {
  readonly name: string;
  readonly guarded: boolean;
  readonly granted: boolean;
  readonly policies: number;
}

test('each table that names an owner has a policy, or no grant for the HTTP surface', async () => {
  const { rows } = await tenants.pool.query<Tenanted>(
    `SELECT t.relname AS name, t.relrowsecurity AS guarded,
            has_any_column_privilege('lastro_api', t.oid, 'SELECT') AS granted,
            (SELECT count(*)::int FROM pg_policy
              WHERE polrelid = t.oid AND 'lastro_api'::regrole = ANY (polroles)) AS policies
       FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'partner_id'
      WHERE t.relnamespace = 'lastro'::regnamespace AND t.relkind IN ('r', 'p', 'v', 'm')`,
  );
  const granted = rows.filter((row) => row.granted);
  expect(granted.length).toBeGreaterThan(4);
  for (const { name, guarded, policies } of granted) expect([name, guarded, policies]).toEqual([name, true, 1]);
  const others = rows.filter((row) => !row.granted).map(({ name }) => name);
  expect([...others].sort()).toEqual([...WITHOUT_GRANT].sort());
});

/**
 * The surface uses three of these through ports of their own, scoped by construction: the key of `idempotency_keys` is a
 * hash over the principal, `api_key_usage` is asked only for keys that a reader has found, and `nonces`, above, begins
 * with the partner.
 */
test('tables that name no owner are not granted, and none can be written', async () => {
  const { rows } = await tenants.pool.query<{ readonly name: string }>(
    `SELECT t.oid::regclass::text AS name FROM pg_class t
      WHERE t.relnamespace::regnamespace::text IN ('lastro', 'lastro_previous', 'vault')
        AND t.relkind IN ('r', 'p', 'v', 'm')
        AND (has_any_column_privilege('lastro_api', t.oid, 'INSERT, UPDATE, REFERENCES')
          OR has_table_privilege('lastro_api', t.oid, 'DELETE, TRUNCATE, TRIGGER')
          OR (has_any_column_privilege('lastro_api', t.oid, 'SELECT')
            AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = t.oid AND attname = 'partner_id')))`,
  );
  expect(rows).toEqual([]);
});

/** Tables of the operators' screens; each policy is open. */
const OF_OPERATORS = [
  ...['alerts', 'audit_trail', 'cashin_intents', 'cashin_steps', 'cashout_intents', 'denials', 'deposits'],
  ...['kyc_sessions', 'named_checkpoints', 'parked_streams', 'partners', 'payment_names', 'payments', 'payout_steps'],
  ...['payouts', 'redemption_steps', 'users', 'webhook_attempts', 'webhook_outbox', 'withdrawals'],
];

test('the role of the operators’ door reads these tables complete, and no others', async () => {
  const { rows } = await tenants.pool.query<Pick<Tenanted, 'name' | 'guarded'> & { readonly open: boolean }>(
    `SELECT t.relname AS name, t.relrowsecurity AS guarded, EXISTS (
              SELECT FROM pg_policies WHERE schemaname = 'lastro' AND tablename = t.relname
                AND roles = '{lastro_ops}' AND cmd = 'SELECT' AND qual = 'true') AS open
       FROM pg_class t WHERE t.relnamespace::regnamespace::text IN ('lastro', 'lastro_previous', 'vault')
        AND t.relkind IN ('r', 'p', 'v', 'm')
        AND (has_any_column_privilege('lastro_ops', t.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
          OR has_table_privilege('lastro_ops', t.oid, 'DELETE, TRUNCATE, TRIGGER')) ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(OF_OPERATORS);
  for (const { name, guarded, open } of rows) expect([name, open]).toEqual([name, guarded]);
  const written = await tenants.pool.query(
    `SELECT t.relname FROM pg_class t WHERE t.relnamespace = 'lastro'::regnamespace AND t.relkind = 'r'
        AND (has_any_column_privilege('lastro_ops', t.oid, 'INSERT, UPDATE')
          OR has_table_privilege('lastro_ops', t.oid, 'DELETE, TRUNCATE'))`,
  );
  expect(written.rows).toEqual([]);
});

test('the policies remain after the swap of a rebuild', async () => {
  const pool = createPool(tenants.url, silent, READER_LIMITS);
  const { partnerReader } = createScopedReaders(pool);
  const countOf = async (partnerId: string): Promise<number> =>
    (await partnerReader({ partnerId, mode: 'sandbox' }).query('SELECT user_id FROM lastro.users', [])).length;
  expect([await countOf(tenants.p), await countOf(tenants.q)]).toEqual([2, 1]);
  const projection = projections.find(({ tables }) => tables.some(({ name }) => name === 'users'));
  if (projection === undefined) throw new Error('no projection has the users');
  const readModelsFolder = path.join(__dirname, '../../../../read-models');
  const eventStore = createMemoryEventStore();
  const onboarded = { ...event('PartnerOnboarded'), id: randomUUID(), metadata: metadata() };
  await eventStore.append('partner-another', 'no_stream', [onboarded]);
  const options = { databaseUrl: tenants.url, eventStore, projection, readModelsFolder, logger: silent };
  const { outcome } = await rebuildProjection(options, { fromStart: true });
  expect([outcome, await countOf(tenants.p), await countOf(tenants.q)]).toEqual(['swapped', 0, 0]);
  await tenants.pool.query('INSERT INTO lastro.users SELECT * FROM lastro_previous.users');
  expect([await countOf(tenants.p), await countOf(tenants.q)]).toEqual([2, 1]);
  const ofOperators = await createOperatorsQuery(pool)('SELECT user_id FROM lastro.users', []);
  expect(ofOperators).toHaveLength(4);
  await pool.end();
});
