import type { Pool } from 'pg';
import { migrate } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { createQuery } from '../../../../infra/postgres/query';
import { type AnyPaymentFilters, listAnyPayments, type PaymentRow } from '../../../../read-models/operators/payments';
import type { Query } from '../../../../read-models/table';
import { serviceMigrations } from '../../../../src/bin/stores/prepared-database';
import { silent } from '../../../infra/projections/fixture';
import { testDatabase } from '../../../stores/postgres';

const ROWS = 600;
const LIMIT = 200;
const DAY = '2026-11-01T00:00:00.000Z';

let pool: Pool;
let query: Query;
let drop: () => Promise<unknown>;
let all: readonly PaymentRow[];

/** Values that repeat at different rates, so that pairs of filters have few, many and no rows. */
const SEED = `INSERT INTO lastro.payments
  SELECT 'p' || n, (ARRAY['CASHOUT', 'CASHIN', 'WITHDRAW'])[1 + n % 3],
    (ARRAY['COMPLETED', 'PENDING', 'FAILED', 'COMPLETED', 'EXPIRED'])[1 + n % 5], 'partner-' || n % 7, 'user-' || n % 50,
    (ARRAY['sandbox', 'sandbox', 'live'])[1 + n / 7 % 3], (ARRAY['ethereum', 'solana'])[1 + n % 2], 200 + n % 4, 'USDC', 6,
    n, 100 * (n % 40), (ARRAY['PIX_KEY', 'BOLETO'])[1 + n / 3 % 2],
    CASE WHEN n % 5 = 2 THEN (ARRAY['KEY_INVALID', 'ACCOUNT_CLOSED'])[1 + n / 5 % 2] END,
    CASE WHEN n % 11 = 0 THEN '["LATE", "UNDER"]'::jsonb WHEN n % 13 = 0 THEN '["OVER"]'::jsonb ELSE '[]'::jsonb END,
    n % 17 = 0, NULL, '${DAY}'::timestamptz + make_interval(secs => n / 2), now(),
    CASE WHEN n % 5 IN (0, 3) THEN '${DAY}'::timestamptz + make_interval(secs => n / 2 + 60) END
    FROM generate_series(0, ${ROWS - 1}) AS n`;

beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  pool = createPool(database.url, silent);
  await migrate(pool, serviceMigrations());
  query = createQuery(pool);
  await pool.query(SEED);
  all = await query<PaymentRow>('SELECT * FROM lastro.payments ORDER BY created_at DESC, payment_id DESC', []);
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const at = (seconds: number): string => new Date(Date.parse(DAY) + seconds * 1_000).toISOString();

type Check = readonly [AnyPaymentFilters, (row: PaymentRow) => boolean];

/** Each filter with a value, and what a row must be. */
const FILTERS: readonly Check[] = [
  [{ kind: 'CASHIN' }, ({ kind }) => kind === 'CASHIN'],
  [{ status: 'FAILED' }, ({ status }) => status === 'FAILED'],
  [{ partnerId: 'partner-3' }, ({ partner_id }) => partner_id === 'partner-3'],
  [{ userId: 'user-9' }, ({ user_id }) => user_id === 'user-9'],
  [{ network: 'solana' }, ({ network }) => network === 'solana'],
  [{ assetId: 202 }, ({ asset_id }) => asset_id === 202],
  [{ method: 'BOLETO' }, ({ method }) => method === 'BOLETO'],
  [{ reasonCode: 'KEY_INVALID' }, ({ reason_code }) => reason_code === 'KEY_INVALID'],
  [{ label: 'UNDER' }, ({ labels }) => labels.includes('UNDER')],
  [{ held: true }, ({ held }) => held],
  [{ createdFrom: at(100) }, ({ created_at }) => created_at >= at(100)],
  [{ createdTo: at(200) }, ({ created_at }) => created_at < at(200)],
  [{ completedFrom: at(150) }, ({ completed_at }) => completed_at !== null && completed_at >= at(150)],
  [{ completedTo: at(250) }, ({ completed_at }) => completed_at !== null && completed_at < at(250)],
  [{ amountFrom: '1500' }, ({ amount_cents }) => BigInt(amount_cents) >= 1_500n],
  [{ amountTo: '2500' }, ({ amount_cents }) => BigInt(amount_cents) <= 2_500n],
];

const idsOf = (rows: readonly PaymentRow[] | null): readonly string[] => (rows ?? []).map((row) => row.payment_id);

test('finds its payments by each filter and each pair of filters, newest first', async () => {
  for (const [one, isOne] of FILTERS) {
    for (const [other, isOther] of FILTERS) {
      const wanted = all.filter((row) => row.mode === 'sandbox' && isOne(row) && isOther(row)).slice(0, LIMIT + 1);
      const page = { ...one, ...other, mode: 'sandbox' as const, limit: LIMIT };
      expect([page, idsOf(await listAnyPayments(query, page))]).toEqual([page, idsOf(wanted)]);
    }
  }
});

test('pages join without a gap when payments were created at the same time', async () => {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; cursor = seen.at(-1)) {
    const rows = await listAnyPayments(query, { mode: 'live', limit: 7, cursor });
    seen.push(...idsOf(rows).slice(0, 7));
    if ((rows ?? []).length <= 7) break;
  }
  expect(seen).toEqual(idsOf(all.filter(({ mode }) => mode === 'live')));
});

test('an unknown cursor, or one of the other mode, gives no page', async () => {
  const ofLive = all.find(({ mode }) => mode === 'live');
  expect(await listAnyPayments(query, { mode: 'sandbox', limit: 5, cursor: ofLive?.payment_id })).toBeNull();
  expect(await listAnyPayments(query, { mode: 'sandbox', limit: 5, cursor: 'none' })).toBeNull();
});
