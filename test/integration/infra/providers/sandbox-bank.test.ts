import { Pool } from 'pg';
import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { createPool } from '../../../../infra/postgres/pool';
import { createSandboxBank } from '../../../../infra/providers/sandbox/bank';
import type { PayoutStore } from '../../../../infra/providers/sandbox/payouts/payout-store';
import {
  createPostgresPayoutStore,
  preparePayoutStore,
} from '../../../../infra/providers/sandbox/payouts/payout-store-postgres';
import { silent } from '../../../http/world';
import { manualClock } from '../../../infra/providers/manual-clock';
import { createMemoryPayoutStore } from '../../../infra/providers/memory-payout-store';
import {
  describePayoutProvider,
  freshKey,
  type KnownOrders,
  mustSucceed,
} from '../../../infra/providers/payout-contract';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const known: KnownOrders = {
  good: { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' },
  settlesWithinMs: 2_000,
  refused: { method: { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fail.closed@sandbox.example' } },
  lostAnswer: { scenario: 'DUPLICATE' },
  otherAmount: { scenario: 'WRONG_AMOUNT' },
};

const bankOver = (store: PayoutStore) => {
  const clock = manualClock();
  return { clock, ...createSandboxBank({ store, clock }) };
};

describePayoutProvider('sandbox, in memory', async () => bankOver(createMemoryPayoutStore()), known);

describe('with its books in PostgreSQL', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await testDatabase();
    pool = createPool(database.url, silent);
  });
  beforeEach(async () => {
    await pool.query('drop schema if exists sandbox_bank cascade');
    await preparePayoutStore(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  describePayoutProvider('sandbox', async () => bankOver(createPostgresPayoutStore(pool)), known);

  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox' as const, deadlineMs: Number.MAX_SAFE_INTEGER };

  test('the books outlive the process, and serve several', async () => {
    const [one, other] = [bankOver(createPostgresPayoutStore(pool)), bankOver(createPostgresPayoutStore(pool))];
    const idempotencyKey = freshKey();
    const request = { idempotencyKey, amount: 500n, method: known.good, notAfter: '2100-01-01T00:00:00.000Z' };
    const created = mustSucceed(await one.provider.create(context, request));
    other.clock.advance(2_000);
    const found = mustSucceed(await other.provider.get(context, idempotencyKey));
    expect(found).toMatchObject({ providerId: created.providerId, state: 'SETTLED' });
  });

  test('the schema can be made by many at once, and again', async () => {
    await pool.query('drop schema sandbox_bank cascade');
    await Promise.all(Array.from({ length: 8 }, () => preparePayoutStore(pool)));
    await preparePayoutStore(pool);
    const { rows } = await pool.query<{ count: string }>('select count(*) from sandbox_bank.orders');
    expect(rows[0]?.count).toBe('0');
  });

  test('callbacks are taken in order, by one process each', async () => {
    const store = createPostgresPayoutStore(pool);
    const { provider, clock } = bankOver(store);
    const keys = Array.from({ length: 20 }, freshKey);
    for (const idempotencyKey of keys) {
      const request = { idempotencyKey, amount: 500n, method: known.good, notAfter: '2100-01-01T00:00:00.000Z' };
      mustSucceed(await provider.create(context, request));
      clock.advance(1);
    }
    expect(await store.nextCallbackAtMs()).toBe(clock.now() - 20 + 2_000);
    clock.advance(2_000);
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => store.takeCallbacks(clock.now(), clock.now() + 60_000, 4)),
    );
    expect(
      taken
        .flat()
        .map(({ idempotencyKey }) => idempotencyKey)
        .sort(),
    ).toEqual([...keys].sort());
    for (const batch of taken) {
      expect(batch.map(({ dueAtMs }) => dueAtMs)).toEqual(batch.map(({ dueAtMs }) => dueAtMs).sort((a, b) => a - b));
    }
    expect(await store.nextCallbackAtMs()).toBe(clock.now() + 60_000);
    const [kept, ...done] = taken.flat();
    await Promise.all(done.map(({ callbackId }) => store.finishCallback(callbackId)));
    await store.postponeCallback(kept!.callbackId, clock.now() + 5);
    expect(await store.takeCallbacks(clock.now(), clock.now() + 60_000, 4)).toEqual([]);
    clock.advance(5);
    const again = await store.takeCallbacks(clock.now(), clock.now() + 60_000, 4);
    expect([kept!.tries, again]).toEqual([1, [{ ...kept, tries: 2 }]]);
    await store.finishCallback(kept!.callbackId);
    expect(await store.nextCallbackAtMs()).toBeNull();
  });

  test('an order that many processes enter at once plans its callbacks once', async () => {
    const store = createPostgresPayoutStore(pool);
    const { clock } = bankOver(store);
    const key = { partnerId: 'p', idempotencyKey: freshKey() };
    await store.countCall({
      ...key,
      providerId: 'sbx_pay_1',
      amountCents: 1n,
      scenario: 'DEFAULT',
      settleDelayMs: 0,
      kind: 'PIX_KEY',
      payeeKeyMasked: null,
      calledAtMs: clock.now(),
    });
    const callback = { ...key, providerEventId: 'sbx_evt_1', dueAtMs: clock.now(), forged: false };
    const booked = await Promise.all([0, 1, 2, 3].map((laterMs) => store.book(key, clock.now() + laterMs, [callback])));
    expect(new Set(booked.map(({ bookedAtMs }) => bookedAtMs)).size).toBe(1);
    expect(await store.takeCallbacks(clock.now(), clock.now() + 1, 10)).toHaveLength(1);
  });

  test("D7: every process knows who called first, and orders of earlier versions were nobody's first call", async () => {
    const [one, other] = [bankOver(createPostgresPayoutStore(pool)), bankOver(createPostgresPayoutStore(pool))];
    const amount = 66_606n;
    const pay = (bank: typeof one) =>
      bank.provider.create(context, {
        ...{ idempotencyKey: freshKey(), amount, method: known.good, notAfter: '2100-01-01T00:00:00.000Z' },
      });
    expect(await pay(one)).toMatchObject({ ok: false, kind: 'RATE_LIMITED', retryAfterMs: 3_000 });
    expect(mustSucceed(await pay(other)).state).toBe('ACCEPTED');
    await pool.query('update sandbox_bank.orders set called_at_ms = null');
    expect(await pay(one)).toMatchObject({ ok: false, kind: 'RATE_LIMITED' });
  });

  test('nothing about the payee is kept', async () => {
    const { provider } = bankOver(createPostgresPayoutStore(pool));
    const brCode = buildStaticBrCode({
      key: '52998224725',
      payeeName: 'Maria Segredo',
      payeeCity: 'RECIFE',
      txid: 'T1',
    });
    const method = { kind: 'PIX_BRCODE' as const, brCode, amountIsFixed: false };
    const request = { idempotencyKey: freshKey(), amount: 500n, method, notAfter: '2100-01-01T00:00:00.000Z' };
    mustSucceed(await provider.create(context, { ...request, description: 'rent of Maria Segredo' }));
    const { rows } = await pool.query('select to_jsonb(o) as row from sandbox_bank.orders o');
    const { rows: callbacks } = await pool.query('select to_jsonb(c) as row from sandbox_bank.callbacks c');
    const dump = JSON.stringify([rows, callbacks]);
    expect(dump).toContain(request.idempotencyKey);
    for (const secret of ['52998224725', 'Segredo', 'RECIFE', 'T1"']) expect(dump).not.toContain(secret);
  });

  test('a database that is away takes no call, so that nothing is booked, and makes reading unavailable', async () => {
    const gone = new Pool({ connectionString: database.url });
    await gone.end();
    const { provider } = bankOver(createPostgresPayoutStore(gone));
    const idempotencyKey = freshKey();
    const request = { idempotencyKey, amount: 500n, method: known.good, notAfter: '2100-01-01T00:00:00.000Z' };
    expect(await provider.create(context, request)).toMatchObject({ ok: false, kind: 'RETRYABLE' });
    expect(await provider.get(context, idempotencyKey)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  });
});

describe('while its books are away for a moment', () => {
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox' as const, deadlineMs: Number.MAX_SAFE_INTEGER };
  const asked = () => ({ amount: 500n, method: known.good, notAfter: '2100-01-01T00:00:00.000Z' });

  /** Fails the first so many calls of `book`; each was executed, or not. */
  const failing = (store: PayoutStore, failures: number, isExecuted: boolean): PayoutStore => {
    let left = failures;
    const book: PayoutStore['book'] = async (...words) => {
      left -= 1;
      if (left >= 0 && !isExecuted) throw new Error('away');
      const order = await store.book(...words);
      if (left >= 0) throw new Error('the answer was lost');
      return order;
    };
    return { ...store, book };
  };

  test.each([
    ['unexecuted', false],
    ['executed', true],
  ])('a call that was taken is booked once, after %s tries', async (_what, isExecuted) => {
    const store = createMemoryPayoutStore();
    const { provider } = bankOver(failing(store, 4, isExecuted));
    const idempotencyKey = freshKey();
    mustSucceed(await provider.create(context, { ...asked(), idempotencyKey }));
    const planned = await store.takeCallbacks(Number.MAX_SAFE_INTEGER, 0, 100);
    expect(planned.filter((callback) => callback.idempotencyKey === idempotencyKey)).toHaveLength(1);
  });

  test('its outcome is unknown when no try succeeds', async () => {
    const { provider } = bankOver(failing(createMemoryPayoutStore(), 100, true));
    const request = { ...asked(), idempotencyKey: freshKey() };
    expect(await provider.create(context, request)).toMatchObject({ ok: false, kind: 'UNKNOWN' });
  });
});
