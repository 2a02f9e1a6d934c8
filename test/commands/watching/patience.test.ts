import { createPatience } from '../../../commands/watching/patience';

const patience = (mostKeys = 10) => createPatience({ firstMs: 100, longestMs: 350, mostKeys });

test('doubles the pause after each failure, up to a limit', () => {
  const { failed, isResting } = patience();
  const restOf = (nowMs: number): number => {
    failed('a', nowMs);
    let waitMs = 0;
    while (isResting('a', nowMs + waitMs)) waitMs += 50;
    return waitMs;
  };
  expect([restOf(0), restOf(1_000), restOf(2_000), restOf(3_000)]).toEqual([100, 200, 350, 350]);
});

test('starts again after a success', () => {
  const { failed, settled, isResting } = patience();
  failed('a', 0);
  failed('a', 0);
  settled('a');
  expect(isResting('a', 0)).toBe(false);
  failed('a', 0);
  expect([isResting('a', 99), isResting('a', 100)]).toEqual([true, false]);
});

test('names the failing keys with their reason while they are retried', () => {
  const { failed, failing, settled } = patience();
  failed('a', 0, 'away');
  failed('a', 1_000, 'refused');
  failed('b', 1_000);
  expect(failing(1_000)).toEqual([{ key: 'a', sinceMs: 0, reason: 'refused' }]);
  expect(failing(200_000)).toEqual([]);
  settled('a');
  expect(failing(1_000)).toEqual([]);
});

test('forgets the key with the oldest failure first', () => {
  const { failed, known } = patience(2);
  for (const key of ['a', 'b', 'a', 'c']) failed(key, 0);
  expect(known(0).resting).toEqual(['a', 'c']);
});
