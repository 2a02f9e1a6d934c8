import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { migrate, migrationFile } from '../../../../../infra/postgres/migrate';
import { createSandboxBook } from '../../../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { sealPerson, sessionIdOf } from '../../../../../infra/providers/sandbox/kyc';
import { mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';
import { askedFor } from '../../../../doubles/scripted-provider';
import { memorySandbox } from '../../../../infra/providers/memory-sandbox';
import { testDatabase, testPool } from '../../../../stores/postgres';

const KEY = Buffer.alloc(32, 7);
const OLD = fs.readFileSync(path.join(__dirname, '../../../../data/sandbox-books-of-27-november.sql'), 'utf8');
const upgrades = [
  migrationFile('infra/providers/sandbox/book/sandbox-book.sql', true),
  migrationFile('infra/postgres/upgrades/sandbox-book.sql'),
];

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: Pool;
beforeEach(async () => {
  database = await testDatabase();
  pool = testPool({ connectionString: database.url });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** A session of the document 91708635203, with the callback of its end. */
const insertSession = async (): Promise<void> => {
  const [owner, id] = [{ partnerId: 'p', ref: 'session' }, sessionIdOf('p', 'session')];
  const person = Buffer.from(sealPerson(KEY, owner, { document: '91708635203', birthDate: '1970-11-14' }), 'base64');
  const session = ['p', 'session', id, person, 2_000, 1_795_175_999_000, 1];
  await pool.query('INSERT INTO sandbox_kyc.sessions VALUES ($1, $2, $3, $4, $5, $6, $7)', session);
  const event = `sbx_evt_${id.slice('sbx_'.length)}_1_ends`;
  await pool.query(
    "INSERT INTO sandbox_kyc.callbacks (provider_event_id, partner_id, ref, due_at_ms) VALUES ($1, 'p', 'session', 1795176004000)",
    [event],
  );
};

const upgraded = async () => {
  await migrate(pool, upgrades);
  const [clock, book] = [manualClock(), createSandboxBook(pool)];
  const sandbox = memorySandbox(clock, { book, kycKey: KEY });
  const context = (partnerId = 'p') =>
    ({ requestId: 'r', partnerId, mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER }) as const;
  return { ...sandbox, clock, book, context };
};

describe('sandbox books of an earlier version', () => {
  beforeEach(async () => {
    await pool.query(OLD);
    await insertSession();
  });

  test('keep every payout, and none is sent again', async () => {
    const { payouts, context, clock, controls } = await upgraded();
    const ask = async (key: string) => mustSucceed(await payouts.get(context(), askedFor(key)));
    expect(await ask('settles')).toMatchObject({ state: 'ACCEPTED', amount: 500n, payee: { key: 'f***@***.com' } });
    clock.advance(1_000);
    expect(await ask('settles')).toMatchObject({ state: 'SETTLED', providerId: 'sbx_pay_1' });
    expect(await ask('stuck')).toMatchObject({ state: 'PROCESSING', amount: 12_345_678_901_234_567_890n });
    expect(await ask('returned')).toMatchObject({ state: 'SETTLED', returnedAmount: 200n });
    expect(await ask('refused')).toMatchObject({ state: 'FAILED', failure: { code: 'ACCOUNT_CLOSED' } });
    expect(await payouts.get(context('q'), askedFor('lost'))).toMatchObject({ kind: 'NOT_FOUND' });
    const listed = mustSucceed(await payouts.list(context(), '2026-11-20T11:00:00.000Z', '2026-11-20T13:00:00.000Z'));
    expect(listed.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['refused', 'returned', 'settles', 'stuck']);
    expect(await controls.decidePayout({ partnerId: 'p', idempotencyKey: 'stuck' }, { kind: 'SETTLE' })).toMatchObject({
      state: 'SETTLED',
    });
    const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const;
    const again = { idempotencyKey: 'settles', amount: 500n, method, notAfter: '2100-01-01T00:00:00.000Z' };
    expect(mustSucceed(await payouts.create(context(), again)).providerId).toBe('sbx_pay_1');
  });

  test('keep charges, refunds, deliveries and persons', async () => {
    const { charges, deliveries, kyc, context, clock } = await upgraded();
    clock.advance(6_000);
    const charge = mustSucceed(await charges.get(context(), { idempotencyKey: 'charge' }));
    expect(charge).toMatchObject({ state: 'PAID', payments: [{ amount: 15_000n, refunded: 1_000n }] });
    const asked = { idempotencyKey: 'refund', chargeKey: 'charge', endToEndId: charge.payments[0]!.endToEndId };
    expect(await charges.getRefund(context(), asked)).toMatchObject({ ok: true, value: { state: 'DONE' } });
    expect(await deliveries.get(context(), 'delivery', null)).toMatchObject({
      ok: true,
      value: { state: 'CONFIRMED' },
    });
    const verified = { document: '91708635203', birthDate: '1970-11-14' };
    expect(await kyc.find(context(), 'session')).toMatchObject({ ok: true, value: [{ state: 'IN_REVIEW', verified }] });
  });

  test('keep the planned callbacks and the simulated time of each partner', async () => {
    const { book, controls } = await upgraded();
    const taken = await book.takeCallbacks(Number.MAX_SAFE_INTEGER, 0, 100);
    expect(taken.map(({ eventId, type, about, forged, tries }) => [eventId, type, about, forged, tries])).toEqual([
      ['sbx_evt_2', 'charge.changed', 'charge', true, 4],
      ['sbx_evt_1', 'payout.changed', 'settles', false, 1],
      ['sbx_evt_1', 'payout.changed', 'settles', false, 1],
      [expect.stringMatching(/^sbx_evt_kyc_.*_1_ends$/), 'kyc.changed', 'session', false, 1],
    ]);
    expect(await controls.advance('p', 1)).toBe(60_001);
  });

  test('are deleted from their old tables, and are moved once', async () => {
    await upgraded();
    const { rows } = await pool.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'sandbox%'");
    expect([rows, await migrate(pool, upgrades)]).toEqual([[], []]);
  });
});

test('are moved from the first version, which lacks the columns added later', async () => {
  await pool.query(OLD);
  await pool.query(`ALTER TABLE sandbox_bank.orders DROP COLUMN kind, DROP COLUMN payee_key_masked, DROP COLUMN called_at_ms,
    DROP COLUMN decision_code, DROP COLUMN returned_cents, DROP COLUMN booked_ahead_ms`);
  await pool.query(`ALTER TABLE sandbox_bank.callbacks DROP COLUMN tries, DROP COLUMN first_due_at_ms, DROP COLUMN type,
    DROP COLUMN partner_id`);
  await pool.query('DROP TABLE sandbox_bank.times; DROP SCHEMA sandbox_books CASCADE; DROP SCHEMA sandbox_kyc CASCADE');
  const { payouts, context, book } = await upgraded();
  expect(mustSucceed(await payouts.get(context(), askedFor('refused')))).toMatchObject({ state: 'FAILED' });
  expect(mustSucceed(await payouts.get(context(), askedFor('stuck')))).not.toHaveProperty('payee');
  expect(await book.takeCallbacks(Number.MAX_SAFE_INTEGER, 0, 100)).toHaveLength(2);
});

test('lose the persons that a build before the first release stored in plain text', async () => {
  await pool.query(OLD);
  await insertSession();
  await pool.query(
    `ALTER TABLE sandbox_kyc.sessions DROP COLUMN person, ADD COLUMN document text DEFAULT '91708635203'`,
  );
  const { kyc, context } = await upgraded();
  expect(await kyc.find(context(), 'session')).toEqual({ ok: true, value: [] });
  const { rows } = await pool.query("SELECT 1 FROM lastro.sandbox_book WHERE kind = 'kyc'");
  expect(rows).toEqual([]);
});

test('are empty in a new database, and nothing is moved', async () => {
  const { payouts, context } = await upgraded();
  expect(await payouts.get(context(), askedFor('settles'))).toMatchObject({ kind: 'NOT_FOUND' });
});
