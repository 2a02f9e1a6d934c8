import type { Refusal } from '../../../../commands/pair/refusing/refusal';
import {
  answerOf,
  type Look,
  looked,
  SECOND_LOOK_AFTER_MS,
  type Standing,
  UNKNOWN,
  unanswered,
} from '../../../../commands/pair/standing/standing';
import * as given from '../sample-look';

const refusal: Refusal = { because: 'OTHER_LEDGER', ledgerId: 'ledger1', found: 'ledger2' };
const look = (startedMs: number, says: 'RIGHT' | 'AWAY' | 'AGAIN' | 'WRONG', isNewConnection = false): Look => ({
  ...{ startedMs, isNewConnection },
  answer: says === 'WRONG' ? { says, refusal } : { says },
});
const after = (...looks: readonly Look[]): Standing => looks.reduce(looked, UNKNOWN);
const LATER = SECOND_LOOK_AFTER_MS;

test('E7: right is right at once, as of the beginning of the look', () => {
  expect(after(look(5, 'RIGHT'))).toEqual({ is: 'RIGHT', lookedMs: 5 });
  expect(after(look(5, 'AWAY'), look(6, 'RIGHT'))).toEqual({ is: 'RIGHT', lookedMs: 6 });
});

test('E7: what does not answer is away, and a look that says nothing changes nothing', () => {
  expect(after(look(5, 'RIGHT'), look(6, 'AWAY'))).toEqual({ is: 'AWAY', lookedMs: 6 });
  expect(after(look(5, 'RIGHT'), look(6, 'AGAIN'))).toEqual({ is: 'RIGHT', lookedMs: 5 });
});

test('E7: an error of the store ends the work until another look, and no doubt', () => {
  expect(unanswered(after(look(5, 'RIGHT')), 7)).toEqual({ is: 'AWAY', lookedMs: 7 });
  expect(unanswered(after(look(5, 'WRONG')), 7)).toEqual({ is: 'DOUBTED', refusal, sinceMs: 5, lookedMs: 7 });
});

test.each([
  ['the same connection', look(LATER, 'WRONG', false)],
  ['a new one, too early', look(LATER - 1, 'WRONG', true)],
  ['no answer', look(LATER, 'AWAY', true)],
  ['the same connection, which agrees', look(LATER, 'RIGHT', false)],
])('E7: contradicted once it is in doubt, and stays there after %s', (_name, second) => {
  const doubted = after(look(-9, 'RIGHT'), look(0, 'WRONG'));
  expect(doubted).toEqual({ is: 'DOUBTED', refusal, sinceMs: 0, lookedMs: 0 });
  expect(looked(doubted, second)).toEqual({ ...doubted, lookedMs: second.startedMs });
});

test('E7: the second look, 30 s later on a new connection, decides', () => {
  const doubted = after(look(0, 'WRONG'));
  expect(looked(doubted, look(LATER, 'WRONG', true))).toEqual({ is: 'WRONG', refusal, lookedMs: LATER });
  expect(looked(doubted, look(LATER, 'RIGHT', true))).toEqual({ is: 'RIGHT', lookedMs: LATER });
});

test('E7: what was wrong goes on when two such looks agree, and not before', () => {
  const wrong = after(look(0, 'WRONG'), look(LATER, 'WRONG', true));
  expect(looked(wrong, look(LATER + 1, 'AWAY'))).toMatchObject({ is: 'WRONG' });
  const returning = looked(wrong, look(2 * LATER, 'RIGHT', true));
  expect(returning).toEqual({ is: 'RETURNING', refusal, sinceMs: 2 * LATER, lookedMs: 2 * LATER });
  expect(looked(returning, look(3 * LATER - 1, 'RIGHT', true))).toMatchObject({ is: 'RETURNING', sinceMs: 2 * LATER });
  expect(looked(returning, look(3 * LATER, 'RIGHT', false))).toMatchObject({ is: 'RETURNING' });
  expect(looked(returning, look(3 * LATER, 'AWAY', true))).toMatchObject({ is: 'RETURNING' });
  expect(looked(returning, look(3 * LATER, 'WRONG', true))).toMatchObject({ is: 'WRONG' });
  expect(looked(returning, look(3 * LATER, 'RIGHT', true))).toEqual({ is: 'RIGHT', lookedMs: 3 * LATER });
});

describe('E7: a look of a running process', () => {
  const { BOUND, EMPTY_LOG, LED_1, LED_2, NEW_DATABASE, OPENED, lookAt, logOf } = given;
  const drawn = { ledgerId: 'drawn', at: given.AT };
  const answer = (found: ReturnType<typeof lookAt>, startedAs: string | null = 'ledger1') =>
    answerOf(found, drawn, startedAs);

  test('is right, also while another process appends', () => {
    expect(answer(given.RIGHT_LOOK)).toEqual({ says: 'RIGHT' });
    const row = { ...BOUND, coming: given.comingOf(LED_2) };
    for (const identity of [
      [OPENED, LED_1],
      [OPENED, LED_1, LED_2],
    ]) {
      expect(answer(lookAt({ row }, logOf(identity)))).toEqual({ says: 'RIGHT' });
    }
  });

  test('is away, or to be done again', () => {
    expect(answer(lookAt({}, 'AWAY'))).toEqual({ says: 'AWAY' });
    expect(answer(lookAt({}, logOf([OPENED, LED_1, LED_2]), null))).toEqual({ says: 'AGAIN' });
    const attaching = { ...BOUND, state: 'ATTACHING' } as const;
    expect(answer(lookAt({ row: attaching }, logOf([OPENED, LED_1])))).toEqual({ says: 'AWAY' });
  });

  test('is contradicted by a pair that is wrong, or right for another ledger', () => {
    expect(answer(lookAt({}, EMPTY_LOG))).toMatchObject({ says: 'WRONG', refusal: { because: 'LEDGER_ABSENT' } });
    const changed = { says: 'WRONG', refusal: { because: 'DATABASE_CHANGED', ledgerId: 'ledger9', found: 'ledger1' } };
    expect(answer(given.RIGHT_LOOK, 'ledger9')).toEqual(changed);
    expect(answer(lookAt(NEW_DATABASE, EMPTY_LOG))).toMatchObject({ refusal: { found: null } });
  });
});
