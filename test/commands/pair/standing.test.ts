import { decideEmbedded } from '../../../commands/pair/decide-embedded';
import { decidePair } from '../../../commands/pair/decide-pair';
import { QUIET_MS } from '../../../commands/pair/decision';
import type { Refusal } from '../../../commands/pair/refusal';
import {
  answerOf,
  type Look,
  lookDue,
  looked,
  mayAppend,
  mayDispatch,
  ONE_DATABASE,
  SECOND_LOOK_AFTER_MS,
  type Standing,
  TWO_STORES,
  UNKNOWN,
  unanswered,
} from '../../../commands/pair/standing';
import * as given from './sample-look';

const refusal: Refusal = { because: 'OTHER_LEDGER', words: 'other' };
const DRAWN = { id: 'drawn', at: given.AT };
const look = (startedMs: number, says: 'RIGHT' | 'AWAY' | 'AGAIN' | 'WRONG', isNewConnection = false): Look => ({
  ...{ startedMs, isNewConnection },
  answer: says === 'WRONG' ? { says, refusal } : { says },
});
const after = (...looks: readonly Look[]): Standing => looks.reduce(looked, UNKNOWN);
const LATER = SECOND_LOOK_AFTER_MS;

test('counts a correct check once, from its start', () => {
  expect(after(look(5, 'RIGHT'))).toEqual({ is: 'RIGHT', lookedMs: 5 });
  expect(after(look(5, 'AWAY'), look(6, 'RIGHT'))).toEqual({ is: 'RIGHT', lookedMs: 6 });
});

test('is AWAY when a store does not answer, and stays after an inconclusive check', () => {
  expect(after(look(5, 'RIGHT'), look(6, 'AWAY'))).toEqual({ is: 'AWAY', lookedMs: 6 });
  expect(after(look(5, 'RIGHT'), look(6, 'AGAIN'))).toEqual({ is: 'RIGHT', lookedMs: 5 });
});

test('stops the work at an error of the store until the next check, and keeps a doubt', () => {
  expect(unanswered(after(look(5, 'RIGHT')), 7)).toEqual({ is: 'AWAY', lookedMs: 7 });
  expect(unanswered(after(look(5, 'WRONG')), 7)).toEqual({ is: 'DOUBTED', refusal, sinceMs: 5, lookedMs: 7 });
});

test.each([
  ['the same connection', look(LATER, 'WRONG', false)],
  ['a new one, too early', look(LATER - 1, 'WRONG', true)],
  ['no answer', look(LATER, 'AWAY', true)],
  ['the same connection, which agrees', look(LATER, 'RIGHT', false)],
])('doubts at the first contradiction, and stays in doubt after %s', (_name, second) => {
  const doubted = after(look(-9, 'RIGHT'), look(0, 'WRONG'));
  expect(doubted).toEqual({ is: 'DOUBTED', refusal, sinceMs: 0, lookedMs: 0 });
  expect(looked(doubted, second)).toEqual({ ...doubted, lookedMs: second.startedMs });
});

test('decides by the second check, 30 s later on a new connection', () => {
  const doubted = after(look(0, 'WRONG'));
  expect(looked(doubted, look(LATER, 'WRONG', true))).toEqual({
    is: 'WRONG',
    refusal,
    lookedMs: LATER,
    agreedMs: null,
  });
  expect(looked(doubted, look(LATER, 'RIGHT', true))).toEqual({ is: 'RIGHT', lookedMs: LATER });
});

test('continues a wrong pair only after two agreeing checks', () => {
  const wrong = after(look(0, 'WRONG'), look(LATER, 'WRONG', true));
  expect(looked(wrong, look(LATER + 1, 'AWAY'))).toMatchObject({ is: 'WRONG' });
  const agreed = looked(wrong, look(2 * LATER, 'RIGHT', true));
  expect(agreed).toEqual({ is: 'WRONG', refusal, lookedMs: 2 * LATER, agreedMs: 2 * LATER });
  expect(looked(agreed, look(3 * LATER - 1, 'RIGHT', true))).toMatchObject({ is: 'WRONG', agreedMs: 2 * LATER });
  for (const look2 of [look(3 * LATER, 'RIGHT', false), look(3 * LATER, 'AWAY', true)]) {
    expect(looked(agreed, look2)).toMatchObject({ is: 'WRONG', agreedMs: 2 * LATER });
  }
  expect(looked(agreed, look(3 * LATER, 'WRONG', true))).toMatchObject({ is: 'WRONG', agreedMs: null });
  expect(looked(agreed, look(3 * LATER, 'RIGHT', true))).toEqual({ is: 'RIGHT', lookedMs: 3 * LATER });
});

describe('a check of a running process', () => {
  const { BOUND, EMPTY_LOG, LED_1, LED_2, NEW_DATABASE, OPENED, lookAt, logOf } = given;
  const answer = (found: ReturnType<typeof lookAt>, startedAs = 'ledger1') =>
    answerOf(decidePair(found, DRAWN), found, startedAs);

  test('is correct, also while another process appends', () => {
    expect(answer(given.RIGHT_LOOK)).toEqual({ says: 'RIGHT' });
    const row = { ...BOUND, coming: given.comingOf(LED_2) };
    for (const identity of [
      [OPENED, LED_1],
      [OPENED, LED_1, LED_2],
    ]) {
      expect(answer(lookAt({ row }, logOf(identity)))).toEqual({ says: 'RIGHT' });
    }
  });

  test('reports an unreachable store, or must be repeated', () => {
    expect(answer(lookAt({}, 'AWAY'))).toEqual({ says: 'AWAY' });
    expect(answer(lookAt({}, logOf([OPENED, LED_1, LED_2]), null))).toEqual({ says: 'AGAIN' });
    const attaching = { ...BOUND, state: 'ATTACHING' } as const;
    expect(answer(lookAt({ row: attaching }, logOf([OPENED, LED_1])))).toEqual({ says: 'AWAY' });
  });

  test('reports a contradiction when the pair is wrong, or right for another ledger', () => {
    expect(answer(lookAt({}, EMPTY_LOG))).toMatchObject({ says: 'WRONG', refusal: { because: 'LEDGER_ABSENT' } });
    const changed = { says: 'WRONG', refusal: { because: 'DATABASE_CHANGED' } };
    expect(answer(given.RIGHT_LOOK, 'ledger9')).toMatchObject(changed);
    expect(answer(lookAt(NEW_DATABASE, EMPTY_LOG))).toMatchObject({
      refusal: { words: expect.stringContaining('no ledger') },
    });
  });

  test('reads the ledger from the log when log and rows share one database', () => {
    const found = lookAt({ row: null }, logOf([OPENED, LED_1]));
    expect(answerOf(decideEmbedded(found, DRAWN), found, 'ledger1')).toEqual({ says: 'RIGHT' });
    expect(answerOf(decideEmbedded(found, DRAWN), found, 'ledger9')).toMatchObject({
      refusal: { because: 'DATABASE_CHANGED' },
    });
  });
});

const contradicted = { refusal, lookedMs: 1_000 } as const;
const RIGHT: Standing = { is: 'RIGHT', lookedMs: 1_000 };
const DOUBTED: Standing = { is: 'DOUBTED', sinceMs: 1_000, ...contradicted };
const WRONG: Standing = { is: 'WRONG', agreedMs: null, ...contradicted };

test.each<[string, Standing, number, boolean]>([
  ['before the first look', UNKNOWN, 0, false],
  ['a minute after a right look', RIGHT, 60_000, false],
  ['a second after silence', { is: 'AWAY', lookedMs: 1_000 }, 1_000, false],
  ['half a minute after a contradiction', DOUBTED, 30_000, true],
  ['half a minute after the first agreement', { ...WRONG, agreedMs: 1_000 }, 30_000, true],
  ['half a minute after the last look at a wrong pair', WRONG, 30_000, true],
])('makes a look %s', (_name, standing, inMs, onNewConnection) => {
  expect(lookDue(standing, 1_000, TWO_STORES)).toEqual({ inMs, onNewConnection });
  expect(lookDue(standing, 1_000 + inMs + 5, TWO_STORES)).toEqual({ inMs: 0, onNewConnection });
});

test('repeats an unanswered second check a second later', () => {
  expect(lookDue({ ...DOUBTED, lookedMs: 31_500 }, 31_600, TWO_STORES)).toEqual({ inMs: 900, onNewConnection: true });
});

test('trusts a correct check for longer than the time to the next check', () => {
  expect(mayAppend(RIGHT, 1_000 + 64_999, TWO_STORES)).toBe(true);
  expect(mayAppend(RIGHT, 1_000 + 65_000, TWO_STORES)).toBe(false);
  expect(mayAppend(RIGHT, 1_000 + QUIET_MS - 10_000, TWO_STORES)).toBe(false);
});

test('allows a dispatch only when the last check is at most 5 s old', () => {
  expect(mayDispatch(RIGHT, 6_000, TWO_STORES)).toBe(true);
  expect(mayDispatch(RIGHT, 6_001, TWO_STORES)).toBe(false);
});

test.each<[string, Standing]>([
  ['no look has succeeded', UNKNOWN],
  ['the store is away', { is: 'AWAY', lookedMs: 1_000 }],
  ['the pair is in doubt', DOUBTED],
  ['the pair is wrong', WRONG],
  ['a wrong pair has agreed once', { ...WRONG, agreedMs: 1_000 }],
])('forbids appends and dispatches while %s', (_name, standing) => {
  expect([mayAppend(standing, 1_000, TWO_STORES), mayDispatch(standing, 1_000, TWO_STORES)]).toEqual([false, false]);
});

test('repeats no check when log and rows share one database', () => {
  expect(lookDue(RIGHT, 1_000, ONE_DATABASE).inMs).toBe(86_400_000);
  expect([mayAppend(RIGHT, 1e9, ONE_DATABASE), mayDispatch(RIGHT, 1e9, ONE_DATABASE)]).toEqual([true, true]);
  expect(mayAppend({ is: 'AWAY', lookedMs: 0 }, 0, ONE_DATABASE)).toBe(false);
});
