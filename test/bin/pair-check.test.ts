import type { Standing } from '../../commands/pair/standing';
import type { Unheld } from '../../infra/pair/holding/shared-hold';
import { pairChecks } from '../../src/bin/health/pair-check';

const REFUSAL = { because: 'OTHER_LEDGER', words: 'ledger ledger1, not ledger ledger2' } as const;

const checkOf = (standing: Standing, nowMs = 0, unheld: Unheld | null = null) =>
  pairChecks({ standing: () => standing, unheld: () => unheld }, nowMs)['pair'];

describe('readiness and the pair', () => {
  test.each([null, 0])('is not ready at once when the pair is wrong, and names both sides', (agreedMs) => {
    expect(checkOf({ is: 'WRONG', refusal: REFUSAL, lookedMs: 0, agreedMs })).toEqual({
      ok: false,
      detail: expect.stringMatching(/ledger ledger1.*ledger ledger2/),
    });
  });

  test('counts a doubt like an unreachable store, with 20 s of readiness', () => {
    const doubted: Standing = { is: 'DOUBTED', refusal: REFUSAL, lookedMs: 1_000, sinceMs: 1_000 };
    expect([checkOf(doubted, 20_999)?.ok, checkOf(doubted, 21_000)?.ok]).toEqual([true, false]);
    expect(checkOf(doubted)?.detail).toMatch(/^in doubt: .*ledger2/);
  });

  test.each<Standing>([
    { is: 'UNKNOWN' },
    { is: 'AWAY', lookedMs: 0 },
    { is: 'RIGHT', lookedMs: 0 },
  ])('leaves %p to the checks of the stores', (standing) => {
    expect(checkOf(standing)).toBeUndefined();
  });

  test.each([
    ['a store tool is told at once', true, 1_000, false],
    ['a connection that was lost may be back within 20 s', false, 20_999, true],
    ['one that is not is heard of', false, 21_000, false],
  ])('reports a missing lock of the ledger: %s', (_name, isTaken, nowMs, ok) => {
    const unheld = { because: 'it has ended', isTaken, sinceMs: 1_000 };
    const detail = 'without the lock of the ledger: it has ended';
    expect(checkOf({ is: 'RIGHT', lookedMs: 0 }, nowMs, unheld)).toEqual({ ok, detail });
  });
});
