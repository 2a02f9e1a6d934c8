import type { PayoutDecision } from '../../../../commands/ports/providers/sandbox-controls';
import type { SandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book';
import { createSandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { mustSucceed } from '../../../../packages/testing/src/contracts/providers';
import { createMemoryBook } from '../../../../packages/testing/src/ledger/memory/memory-book';
import { keyIn } from '../../../doubles/callback-post';
import { openBank } from '../../../infra/providers/open-bank';
import { type BookDatabase, bookDatabase } from '../../../stores/sandbox-book';

interface Rejected {
  readonly rejection: { readonly code: string };
}

const openedIn = async (book: SandboxBook, scenario: string) => {
  const bank = openBank(undefined, book);
  const asked = bank.order({ scenario });
  await bank.create(asked);
  const key = { partnerId: 'p', idempotencyKey: asked.idempotencyKey };
  /** The payout as it is then, or the code of the refusal. */
  const decide = (decision: PayoutDecision) =>
    bank.controls.decidePayout(key, decision).catch((error: unknown) => (error as Rejected).rejection.code);
  return {
    ...{ ...bank, key },
    settle: () => decide({ kind: 'SETTLE' }),
    reject: (code: 'OTHER' | 'ACCOUNT_CLOSED' = 'OTHER') => decide({ kind: 'REJECT', code }),
    giveBack: (amountCents: bigint | null = null) => decide({ kind: 'RETURN', amountCents }),
    payout: async () => mustSucceed(await bank.get(asked)),
    calls: async () => {
      await bank.callbacks.makeDue();
      return bank.hints.length;
    },
  };
};

let database: BookDatabase;
beforeAll(async () => {
  database = await bookDatabase();
});
afterEach(() => database.pool.query('TRUNCATE lastro.sandbox_book'));
afterAll(() => database.close());

const BOOKS: readonly (readonly [string, () => SandboxBook])[] = [
  ['in memory', createMemoryBook],
  ['in PostgreSQL', () => createSandboxBook(database.pool)],
];

describe.each(BOOKS)('%s', (_where, createBook) => {
  const opened = (scenario: string) => openedIn(createBook(), scenario);

  describe('a decision', () => {
    test.each([
      'STUCK',
      'TRAVEL',
      'DEFAULT',
    ])('settles a waiting payout in %s once, with a callback', async (scenario) => {
      const { settle, reject, payout, calls, clock } = await opened(scenario);
      expect(await settle()).toMatchObject({ state: 'SETTLED', returnedCents: 0n });
      expect(await reject()).toBe('WRONG_STATE');
      expect(await settle()).toMatchObject({ state: 'SETTLED' });
      expect(await payout()).toMatchObject({ state: 'SETTLED', settledAt: '2026-11-20T12:00:00.000Z' });
      expect(await calls()).toBe(1);
      clock.advance(3_600_000);
      expect(await payout()).toMatchObject({ state: 'SETTLED', settledAt: '2026-11-20T12:00:00.000Z' });
    });

    test('rejects the payout with the chosen reason', async () => {
      const { settle, reject, payout } = await opened('STUCK');
      expect(await reject('ACCOUNT_CLOSED')).toMatchObject({ state: 'FAILED' });
      expect(await payout()).toMatchObject({ state: 'FAILED', failure: { code: 'ACCOUNT_CLOSED', retryClass: false } });
      expect([await settle(), await reject('OTHER')]).toEqual(Array(2).fill('WRONG_STATE'));
    });

    test('rejects with its own reason, even when the scenario has another one', async () => {
      const { reject, payout } = await opened('SETTLE_FAIL');
      await reject('ACCOUNT_CLOSED');
      expect((await payout()).failure?.code).toBe('ACCOUNT_CLOSED');
    });

    test('changes nothing when the payout has already ended', async () => {
      const { clock, reject, settle, payout } = await opened('DEFAULT');
      clock.advance(2_000);
      expect([await reject(), await settle()]).toEqual(Array(2).fill('WRONG_STATE'));
      expect((await payout()).state).toBe('SETTLED');
    });

    test('changes nothing when the payout was never booked or is another partner’s', async () => {
      const { settle, controls, key } = await opened('TIMEOUT_NOT_FOUND');
      expect(await settle()).toBe('WRONG_STATE');
      const stuck = await opened('STUCK');
      const foreign = controls.decidePayout({ ...stuck.key, partnerId: 'q' }, { kind: 'SETTLE' });
      await expect(foreign).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
      expect((await stuck.payout()).state).toBe('PROCESSING');
      expect(key.partnerId).toBe('p');
    });
  });

  describe('a return', () => {
    test('leaves the payout settled after a part, and returned after the rest', async () => {
      const { settle, giveBack, payout, calls } = await opened('STUCK');
      expect(await giveBack()).toBe('WRONG_STATE');
      await settle();
      expect(await giveBack(4_000n)).toMatchObject({ state: 'SETTLED', returnedCents: 4_000n });
      expect(await payout()).toMatchObject({ state: 'SETTLED', returnedAmount: 4_000n });
      expect(await giveBack(6_001n)).toBe('VALIDATION_ERROR');
      expect(await giveBack()).toMatchObject({ state: 'RETURNED', returnedCents: 10_000n });
      expect(await payout()).toMatchObject({ state: 'RETURNED', returnedAmount: 10_000n });
      expect(await giveBack()).toBe('WRONG_STATE');
      expect(await calls()).toBe(3);
    });

    test('gives back no more than was paid, even when requested many times at once', async () => {
      const { settle, giveBack, payout } = await opened('STUCK');
      await settle();
      await Promise.all(Array.from({ length: 5 }, () => giveBack(4_000n)));
      expect([4_000n, 8_000n]).toContain((await payout()).returnedAmount);
    });
  });

  describe('the simulated time', () => {
    test('advances for one partner and its callbacks, while the clock does not', async () => {
      const { controls, payout, calls, clock, hints, key } = await opened('DEFAULT');
      const atMs = clock.now();
      expect(await controls.advance('q', 2_000)).toBe(2_000);
      expect([(await payout()).state, await calls()]).toEqual(['ACCEPTED', 0]);
      expect(await controls.advance('p', 1_999)).toBe(1_999);
      expect((await payout()).state).toBe('ACCEPTED');
      expect(await controls.advance('p', 1)).toBe(2_000);
      expect([(await payout()).state, await calls(), keyIn(hints[0]!)]).toEqual(['SETTLED', 1, key.idempotencyKey]);
      expect(clock.now()).toBe(atMs);
    });

    test('does not age an order that is made after an advance', async () => {
      const { controls, create, order, get, clock } = await opened('DEFAULT');
      await controls.advance('p', 86_400_000);
      const later = order({});
      await create(later);
      expect(mustSucceed(await get(later)).state).toBe('ACCEPTED');
      clock.advance(2_000);
      expect(mustSucceed(await get(later)).state).toBe('SETTLED');
    });
  });

  test('a reset removes the orders, callbacks and simulated time of one partner', async () => {
    const bank = await opened('DEFAULT');
    await bank.controls.advance('p', 1_000);
    await bank.controls.reset('q');
    expect((await bank.payout()).state).toBe('ACCEPTED');
    await bank.controls.reset('p');
    bank.clock.advance(3_600_000);
    expect([await bank.calls(), await bank.settle()]).toEqual([0, 'WRONG_STATE']);
    expect(await bank.controls.advance('p', 5)).toBe(5);
  });
});
