import { momentIn } from '../../../infra/providers/sandbox/desk';

test.each([
  ['has passed by as far as it moved on since', 5_000, 2_000, 13_000],
  ['is the clock where it did not move on', 5_000, 5_000, 10_000],
  ['never went back where it was booked by the time from before a reset', 0, 5_000, 10_000],
])('the time of an entry %s', (_what, aheadMs, bookedAheadMs, moment) => {
  expect(momentIn({ clockMs: 10_000, aheadMs }, { bookedAheadMs })).toBe(moment);
});

test('a row that is not booked yet has the time of the clock', () => {
  expect(momentIn({ clockMs: 10_000, aheadMs: 7_000 }, null)).toBe(10_000);
});
