import { isTimeToSendAgain } from '../../../../commands/payout/sending/time-to-send-again';
import { time } from '../../../../packages/testing/src/samples/sample-data';

const sinceMs = Date.parse(time(0));
const MINUTE = 60;
const HOUR = 3_600;

const isTime = (mode: 'live' | 'sandbox', unknownSeconds: number, seconds: number): boolean =>
  isTimeToSendAgain({ mode, sinceMs, unknownAt: time(unknownSeconds) }, Date.parse(time(seconds)));

test.each(['live', 'sandbox'] as const)('%s: ten minutes after it became unknown, and not before', (mode) => {
  expect([isTime(mode, 30, 30 + 10 * MINUTE - 1), isTime(mode, 30, 30 + 10 * MINUTE)]).toEqual([false, true]);
});

test('live: within two hours of the first sending', () => {
  expect([isTime('live', 30, 2 * HOUR), isTime('live', 30, 2 * HOUR + 1)]).toEqual([true, false]);
});

test('sandbox: after that, too', () => {
  expect(isTime('sandbox', 30, 90 * 24 * HOUR)).toBe(true);
});

test('sandbox: what nobody ever finds, each time after as long as all before took', () => {
  const sendings: number[] = [];
  let unknown = 2 * HOUR - MINUTE;
  for (let seconds = unknown; seconds < 24 * HOUR; seconds += 10 * MINUTE) {
    if (!isTime('sandbox', unknown, seconds)) continue;
    sendings.push(Math.round(seconds / HOUR));
    unknown = seconds;
  }
  expect(sendings).toEqual([4, 8, 16]);
});
