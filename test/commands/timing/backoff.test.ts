import { backoffMs, createBackoff } from '../../../commands/timing/backoff';
import fc from '../../properties';

const bounds = { firstMs: 100, longestMs: 1_000 };

describe('a back-off', () => {
  test('doubles from the first wait to the longest', () => {
    expect([1, 2, 3, 4, 5, 6].map((failures) => backoffMs(bounds, failures))).toEqual([
      100, 200, 400, 800, 1_000, 1_000,
    ]);
  });

  test('is the first wait before any failure', () => {
    expect(backoffMs(bounds, 0)).toBe(100);
  });

  test('stays within its bounds at any number of failures', () => {
    const failures = fc.oneof(fc.nat(), fc.constantFrom(1_025, Number.MAX_SAFE_INTEGER));
    fc.assert(
      fc.property(fc.nat(), fc.nat(), failures, (firstMs, longestMs, count) => {
        const waitMs = backoffMs({ firstMs, longestMs }, count);
        expect(waitMs).toBeGreaterThanOrEqual(Math.min(firstMs, longestMs));
        expect(waitMs).toBeLessThanOrEqual(longestMs);
      }),
    );
  });

  test('counts the failures of a loop, and starts at zero after a success', () => {
    const backoff = createBackoff(bounds);
    expect([backoff.next(), backoff.next(), backoff.next()]).toEqual([100, 200, 400]);
    backoff.reset();
    expect([backoff.next(), backoff.next()]).toEqual([100, 200]);
  });
});
