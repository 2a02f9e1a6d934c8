import { isTimeToSendAgain } from '../../../../commands/payout/sending/time-to-send-again';
import { time } from '../../../../packages/testing/src/samples/sample-data';

const sinceMs = Date.parse(time(0));
const MINUTE = 60;
const HOUR = 3_600;

const isTime = (mode: 'live' | 'sandbox', unknownSeconds: number, seconds: number): boolean =>
  isTimeToSendAgain({ mode, sinceMs, unknownAt: time(unknownSeconds) }, Date.parse(time(seconds)));

test.each([
  'live',
  'sandbox',
] as const)('sends again in %s ten minutes after the outcome became unknown, and not before', (mode) => {
  expect([isTime(mode, 30, 30 + 10 * MINUTE - 1), isTime(mode, 30, 30 + 10 * MINUTE)]).toEqual([false, true]);
});

test('sends again in live mode only within two hours of the first sending', () => {
  expect([isTime('live', 30, 2 * HOUR), isTime('live', 30, 2 * HOUR + 1)]).toEqual([true, false]);
});

test('sends again in sandbox mode after two hours too', () => {
  expect(isTime('sandbox', 30, 90 * 24 * HOUR)).toBe(true);
});

test('doubles the wait in sandbox mode when the payout is never found', () => {
  const sendings: number[] = [];
  let unknown = 2 * HOUR - MINUTE;
  for (let seconds = unknown; seconds < 24 * HOUR; seconds += 10 * MINUTE) {
    if (!isTime('sandbox', unknown, seconds)) continue;
    sendings.push(Math.round(seconds / HOUR));
    unknown = seconds;
  }
  expect(sendings).toEqual([4, 8, 16]);
});
