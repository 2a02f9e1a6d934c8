import type { SandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book';
import { createSandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { manualClock } from '../../../infra/providers/manual-clock';
import { createMemoryBook } from '../../../infra/providers/memory-book';
import { memorySandbox } from '../../../infra/providers/memory-sandbox';
import { freshKey, mustSucceed } from '../../../infra/providers/payout-contract';
import { type BookDatabase, bookDatabase } from '../../../stores/sandbox-book';
import { PAYER } from './charge-contract';

let database: BookDatabase;
beforeAll(async () => {
  database = await bookDatabase();
});
afterAll(() => database.close());

/** More charges than a list may have credits, all opened at one moment. */
const MANY = 1_101;

test.each<[string, () => SandboxBook]>([
  ['memory', createMemoryBook],
  ['PostgreSQL', () => createSandboxBook(database.pool)],
])('lists what was paid, however many charges there are in %s', async (_where, open) => {
  const clock = manualClock();
  const { charges: provider, controls } = memorySandbox(clock, { book: open() });
  const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
  const partnerId = freshKey();
  const context = { requestId: 'r', partnerId, mode: 'sandbox', deadlineMs: clock.now() + 60_000 } as const;
  const asked = { amount: 500n, payer: PAYER, notAfter: inMs(5_000), expiresAt: inMs(3_600_000) };
  const keys = Array.from({ length: MANY }, freshKey);
  for (const idempotencyKey of keys) mustSucceed(await provider.create(context, { ...asked, idempotencyKey }));
  const paid = keys.toSorted().at(-1)!;
  await controls.payCharge({ partnerId, idempotencyKey: paid }, {});
  const credits = mustSucceed(await provider.listCredits(context, inMs(-60_000), inMs(60_000)));
  expect(credits.map(({ chargeKey }) => chargeKey)).toEqual([paid]);
});
