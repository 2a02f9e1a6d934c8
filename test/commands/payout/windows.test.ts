import { halvesOf, windowsOf } from '../../../commands/payout/windows';

const DAY_MS = 86_400_000;

test('reads a list a day at a time, and in halves down to a minute', () => {
  expect([...windowsOf({ fromMs: 5, toMs: DAY_MS + 7 })]).toEqual([
    { fromMs: 5, toMs: DAY_MS + 5 },
    { fromMs: DAY_MS + 5, toMs: DAY_MS + 7 },
  ]);
  expect([...windowsOf({ fromMs: 5, toMs: 5 })]).toEqual([]);
  expect(halvesOf({ fromMs: 0, toMs: 60_001 })).toEqual([
    { fromMs: 0, toMs: 30_000 },
    { fromMs: 30_000, toMs: 60_001 },
  ]);
  expect(halvesOf({ fromMs: 0, toMs: 60_000 })).toBeNull();
});
