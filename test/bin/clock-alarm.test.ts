import { aheadOf, createClockAlarm, isClockWrong } from '../../src/bin/running/clock-alarm';
import { core } from '../core';

const NETWORKS = ['ethereum', 'polygon'];

describe("this machine's clock is wrong", () => {
  test.each<[boolean, string, readonly (readonly [string, number | null])[]]>([
    [
      true,
      'all networks are more than a minute ahead of it',
      [
        ['ethereum', 60_001],
        ['polygon', 3_600_000],
      ],
    ],
    [
      false,
      'one of them is not',
      [
        ['ethereum', 60_001],
        ['polygon', 60_000],
      ],
    ],
    [
      false,
      'one of them is behind',
      [
        ['ethereum', 60_001],
        ['polygon', -5_000],
      ],
    ],
    [false, 'one of them has not told yet', [['ethereum', 60_001]]],
  ])('is %s, when %s', (expected, _name, told) => expect(isClockWrong(new Map(told), NETWORKS)).toBe(expected));

  test('raises no alert without a network', () => expect(isClockWrong(new Map(), [])).toBe(false));
});

test('repeats its alert at each look while the error lasts, and not after another failure', () => {
  const { alert, alerts } = core();
  const tell = createClockAlarm(NETWORKS, alert, 'here');
  tell('ethereum', 70_000);
  expect(alerts).toEqual([]);
  tell('polygon', 70_000);
  tell('polygon', null);
  tell('ethereum', 71_000);
  const what = "Every network contradicts this machine's clock";
  expect(alerts).toEqual([
    { what, facts: { host: 'here', aheadMs: '70000' } },
    { what, facts: { host: 'here', aheadMs: '71000' } },
  ]);
  tell('polygon', 10);
  tell('ethereum', 71_000);
  expect(alerts).toHaveLength(2);
});

test('gives the difference when a reader refuses a time ahead of our clock', () => {
  expect(aheadOf(Object.assign(new Error('ahead'), { aheadOfClockMs: 70_000 }))).toBe(70_000);
  expect([aheadOf(new Error('away')), aheadOf('text'), aheadOf(null)]).toEqual([null, null, null]);
});
