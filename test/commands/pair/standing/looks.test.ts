import { QUIET_MS } from '../../../../commands/pair/decision';
import { lookDue, mayAppend, mayDispatch } from '../../../../commands/pair/standing/looks';
import { type Standing, UNKNOWN } from '../../../../commands/pair/standing/standing';

const contradicted = { refusal: { because: 'LOG_EMPTY' }, lookedMs: 1_000 } as const;
const RIGHT: Standing = { is: 'RIGHT', lookedMs: 1_000 };
const DOUBTED: Standing = { is: 'DOUBTED', sinceMs: 1_000, ...contradicted };
const WRONG: Standing = { is: 'WRONG', ...contradicted };

test.each<[string, Standing, number, boolean]>([
  ['before the first look', UNKNOWN, 0, false],
  ['a minute after a right look', RIGHT, 60_000, false],
  ['a second after silence', { is: 'AWAY', lookedMs: 1_000 }, 1_000, false],
  ['half a minute after a contradiction', DOUBTED, 30_000, true],
  ['half a minute after the first agreement', { ...DOUBTED, is: 'RETURNING' }, 30_000, true],
  ['half a minute after the last look at a wrong pair', WRONG, 30_000, true],
])('E7: a look is due %s', (_name, standing, inMs, onNewConnection) => {
  expect(lookDue(standing, 1_000)).toEqual({ inMs, onNewConnection });
  expect(lookDue(standing, 1_000 + inMs + 5)).toEqual({ inMs: 0, onNewConnection });
});

test('E7: a second look that was not answered is made again a second later', () => {
  expect(lookDue({ ...DOUBTED, lookedMs: 31_500 }, 31_600)).toEqual({ inMs: 900, onNewConnection: true });
});

test('E7: what was right is believed a little longer than until the next look, and less than others stay quiet', () => {
  expect(mayAppend(RIGHT, 1_000 + 64_999)).toBe(true);
  expect(mayAppend(RIGHT, 1_000 + 65_000)).toBe(false);
  expect(mayAppend(RIGHT, 1_000 + QUIET_MS - 10_000)).toBe(false);
});

test('E7: before a dispatch a look is 5 s old at most', () => {
  expect(mayDispatch(RIGHT, 6_000)).toBe(true);
  expect(mayDispatch(RIGHT, 6_001)).toBe(false);
});

test.each<[string, Standing]>([
  ['nothing is known', UNKNOWN],
  ['the store is away', { is: 'AWAY', lookedMs: 1_000 }],
  ['in doubt', DOUBTED],
  ['the pair is wrong', WRONG],
  ['it agreed once', { ...DOUBTED, is: 'RETURNING' }],
])('E7: nothing is appended or dispatched while %s', (_name, standing) => {
  expect([mayAppend(standing, 1_000), mayDispatch(standing, 1_000)]).toEqual([false, false]);
});
