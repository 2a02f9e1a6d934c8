import { Pool } from 'pg';
import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import type { SandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book';
import { createSandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { describePayoutProvider } from '../../../../packages/testing/src/contracts';
import { freshKey, mustSucceed } from '../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryBook } from '../../../../packages/testing/src/ledger/memory/memory-book';
import { askedFor } from '../../../doubles/scripted-provider';
import { memorySandbox } from '../../../infra/providers/memory-sandbox';
import { leaving, playing } from '../../../infra/providers/playing';
import { runsAtCost } from '../../../properties';
import { type BookDatabase, bookDatabase } from '../../../stores/sandbox-book';

const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const;

const bankOver = (book: SandboxBook) => {
  const clock = manualClock();
  return { clock, provider: memorySandbox(clock, { book }).payouts };
};

const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER } as const;
const request = (idempotencyKey = freshKey()) => ({
  ...{ idempotencyKey, amount: 500n, method, notAfter: '2100-01-01T00:00:00.000Z' },
});

const describeSandbox = (name: string, openBook: () => SandboxBook): void =>
  describePayoutProvider(name, {
    open: async () => {
      const { book, leave } = leaving(openBook());
      const { clock, provider } = bankOver(book);
      const { create, next } = playing(provider.create);
      return { clock, method, provider: { ...provider, create }, next, leave };
    },
    faults: {
      settle: ({ clock }) => clock.advance(2_000),
      reject: ({ next }) => next('ACCOUNT_CLOSED'),
      loseAnswer: ({ next }) => next('DUPLICATE'),
      refuseConnection: ({ next }) => next('FLAP'),
      unavailable: ({ leave }) => leave(),
      wrongAmount: ({ next }) => next('WRONG_AMOUNT'),
    },
    ...{ idempotency: 'NATIVE', runs: runsAtCost(5) },
  });

describeSandbox('sandbox, in memory', createMemoryBook);

describe('with its book in PostgreSQL', () => {
  let database: BookDatabase;
  const book = (): SandboxBook => createSandboxBook(database.pool);
  beforeAll(async () => {
    database = await bookDatabase();
  });
  beforeEach(() => database.pool.query('TRUNCATE lastro.sandbox_book'));
  afterAll(() => database.close());

  describeSandbox('sandbox', book);

  test('the book survives its process, and serves several processes', async () => {
    const [one, other] = [bankOver(book()), bankOver(book())];
    const order = request();
    const created = mustSucceed(await one.provider.create(context, order));
    other.clock.advance(2_000);
    const found = mustSucceed(await other.provider.get(context, askedFor(order.idempotencyKey)));
    expect(found).toMatchObject({ providerId: created.providerId, state: 'SETTLED' });
  });

  test('an order costs two statements, and a question costs one', async () => {
    const query = jest.spyOn(database.pool, 'query');
    const costOf = async (work: () => Promise<unknown>): Promise<number> => {
      query.mockClear();
      await work();
      return query.mock.calls.length;
    };
    const [{ provider }, order] = [bankOver(book()), request()];
    expect(await costOf(() => provider.create(context, order))).toBe(2);
    expect(await costOf(() => provider.create(context, order))).toBe(1);
    expect(await costOf(() => provider.get(context, askedFor(order.idempotencyKey)))).toBe(1);
    query.mockRestore();
  });

  test('callbacks are claimed in order, each by one process', async () => {
    const callbacks = book();
    const { provider, clock } = bankOver(callbacks);
    const keys = Array.from({ length: 20 }, () => freshKey());
    for (const key of keys) {
      mustSucceed(await provider.create(context, request(key)));
      clock.advance(1);
    }
    clock.advance(2_000);
    const take = (limit: number) => callbacks.takeCallbacks(clock.now(), clock.now() + 60_000, limit);
    const taken = await Promise.all(Array.from({ length: 5 }, () => take(4)));
    expect(taken.flatMap((batch) => batch.map(({ about }) => about)).sort()).toEqual([...keys].sort());
    for (const batch of taken) {
      expect(batch.map(({ dueAtMs }) => dueAtMs)).toEqual(batch.map(({ dueAtMs }) => dueAtMs).sort((a, b) => a - b));
    }
    expect(await take(1)).toEqual([]);
    const [kept, ...done] = taken.flat();
    await Promise.all(done.map(({ id }) => callbacks.endCallback(id, null)));
    await callbacks.endCallback(kept!.id, clock.now() + 5);
    expect(await take(4)).toEqual([]);
    clock.advance(5);
    expect([kept!.tries, await take(4)]).toEqual([1, [{ ...kept, tries: 2 }]]);
    await callbacks.endCallback(kept!.id, null);
    clock.advance(3_600_000);
    expect(await take(4)).toEqual([]);
  });

  test('an order that many processes enter at once plans its callbacks once', async () => {
    const order = request();
    const created = await Promise.all([1, 2, 3, 4].map(() => bankOver(book()).provider.create(context, order)));
    expect(new Set(created.map((result) => mustSucceed(result).providerId)).size).toBe(1);
    expect(await book().takeCallbacks(Number.MAX_SAFE_INTEGER, 0, 10)).toHaveLength(1);
  });

  test('an order that is decided during its partner’s reset stays deleted', async () => {
    const order = request();
    const key = { partnerId: 'p', idempotencyKey: order.idempotencyKey };
    mustSucceed(await bankOver(book()).provider.create(context, order));
    const resets: Promise<void>[] = [];
    const answer = await book().change('payout', key, 1, (state) => {
      if (resets.length === 0) resets.push(book().reset('p'));
      return state === null ? { answer: 'forgotten' } : { answer: 'changed', state: { ...state } };
    });
    await Promise.all(resets);
    expect(await bankOver(book()).provider.get(context, askedFor(order.idempotencyKey))).toMatchObject({
      kind: 'NOT_FOUND',
    });
    expect(['forgotten', 'changed']).toContain(answer);
  });

  test('every process knows which order of a payee was called first', async () => {
    const [one, other] = [bankOver(book()), bankOver(book())];
    const pay = (bank: typeof one) => bank.provider.create(context, { ...request(), amount: 66_606n });
    expect(await pay(one)).toMatchObject({ ok: false, kind: 'RATE_LIMITED', retryAfterMs: 3_000 });
    expect(mustSucceed(await pay(other)).state).toBe('ACCEPTED');
  });

  test('the book stores nothing about the payee', async () => {
    const payee = { key: '52998224725', payeeName: 'Maria Segredo', payeeCity: 'RECIFE', txid: 'T1' };
    const code = { kind: 'PIX_BRCODE' as const, brCode: buildStaticBrCode(payee), amountIsFixed: false };
    const order = { ...request(), method: code, description: 'rent of Maria Segredo' };
    mustSucceed(await bankOver(book()).provider.create(context, order));
    const limited = { ...order, idempotencyKey: freshKey(), scenario: 'RATE_LIMITED' };
    expect(await bankOver(book()).provider.create(context, limited)).toMatchObject({ kind: 'RATE_LIMITED' });
    const { rows } = await database.pool.query('SELECT to_jsonb(b) AS row FROM lastro.sandbox_book b');
    const dump = JSON.stringify(rows);
    expect(dump).toContain(order.idempotencyKey);
    for (const secret of ['52998224725', 'Segredo', 'RECIFE', 'T1"']) expect(dump).not.toContain(secret);
  });

  test('an unavailable database books no call, and makes reads unavailable', async () => {
    const gone = new Pool({ connectionString: database.url });
    await gone.end();
    const { provider } = bankOver(createSandboxBook(gone));
    const order = request();
    for (const changes of [{}, { scenario: 'RATE_LIMITED' }])
      expect(await provider.create(context, { ...order, ...changes })).toMatchObject({ ok: false, kind: 'RETRYABLE' });
    expect(await provider.get(context, askedFor(order.idempotencyKey))).toMatchObject({
      ok: false,
      kind: 'UNAVAILABLE',
    });
  });
});

describe('while its book is away for a moment', () => {
  /** Fails the first so many changes after their steps; each was executed, or not. */
  const failing = (book: SandboxBook, failures: number, isExecuted: boolean): SandboxBook => {
    let left = failures;
    const change: SandboxBook['change'] = async (kind, key, clockMs, step) => {
      left -= 1;
      if (left < 0 || isExecuted) await book.change(kind, key, clockMs, step);
      else step(null, { clockMs, aheadMs: 0 });
      if (left >= 0) throw new Error('the answer was lost');
      return book.change(kind, key, clockMs, step);
    };
    return { ...book, change };
  };

  test.each([
    ['unexecuted', false],
    ['executed', true],
  ])('a call that was taken is booked once, after %s tries', async (_what, isExecuted) => {
    const book = createMemoryBook();
    const { provider } = bankOver(failing(book, 4, isExecuted));
    mustSucceed(await provider.create(context, request()));
    expect(await book.takeCallbacks(Number.MAX_SAFE_INTEGER, 0, 100)).toHaveLength(1);
  });

  test('the outcome is unknown when each try fails', async () => {
    const { provider } = bankOver(failing(createMemoryBook(), 100, true));
    expect(await provider.create(context, request())).toMatchObject({ ok: false, kind: 'UNKNOWN' });
  });
});
