import type { Pool } from 'pg';
import { createPool } from '../../../../infra/postgres/pool';
import type { OpenBook } from '../../../../infra/providers/sandbox/books/books';
import { createPostgresBooks, prepareBooks } from '../../../../infra/providers/sandbox/books/books-postgres';
import { createSandboxCharges } from '../../../../infra/providers/sandbox/charging/charging';
import { silent } from '../../../http/world';
import { manualClock } from '../../../infra/providers/manual-clock';
import { createMemoryBooks } from '../../../infra/providers/memory-books';
import { freshKey, mustSucceed } from '../../../infra/providers/payout-contract';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
import { PAYER } from './charge-contract';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await prepareBooks(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** More charges than a list may have credits, all opened at one moment. */
const MANY = 1_101;

test.each<[string, () => OpenBook]>([
  ['memory', createMemoryBooks],
  ['PostgreSQL', () => createPostgresBooks(pool)],
])('what was paid is listed, however many charges there are in %s', async (_where, open) => {
  const clock = manualClock();
  const { provider, control } = createSandboxCharges({ openBook: open(), clock });
  const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
  const partnerId = freshKey();
  const context = { requestId: 'r', partnerId, mode: 'sandbox', deadlineMs: clock.now() + 60_000 } as const;
  const asked = { amount: 500n, payer: PAYER, notAfter: inMs(5_000), expiresAt: inMs(3_600_000) };
  const keys = Array.from({ length: MANY }, freshKey);
  for (const idempotencyKey of keys) mustSucceed(await provider.create(context, { ...asked, idempotencyKey }));
  const paid = keys.toSorted().at(-1)!;
  await control.pay({ partnerId, idempotencyKey: paid }, {});
  const credits = mustSucceed(await provider.listCredits(context, inMs(-60_000), inMs(60_000)));
  expect(credits.map(({ chargeKey }) => chargeKey)).toEqual([paid]);
});
