import { QUIET_MS } from '../../../../commands/pair/decision';
import { decideMove } from '../../../../commands/pair/moving/decide-move';
import { type MoveLook, type MoveRun, NOTHING_DONE } from '../../../../commands/pair/moving/moving';
import { refusalWords } from '../../../../commands/pair/refusing/refusal-words';
import { BOUND, LED_1, LED_2, logOf, lookAt, OPENED } from '../sample-look';
import * as move from './sample-move';

const { ASKED, begin, begun, leaving, left } = move;
const decide = (look: MoveLook, run: Partial<MoveRun> = {}) => decideMove(look, ASKED, { ...NOTHING_DONE, ...run });
const does = (look: MoveLook, run: Partial<MoveRun> = {}) => {
  const decision = decide(look, run);
  return decision.kind === 'STEP' ? decision.step.do : decision.kind;
};
const refusedTo = (look: MoveLook): string => {
  const decision = decide(look, { isCopied: true });
  return decision.kind === 'REFUSE' ? refusalWords(decision.refusal) : decision.kind;
};

test('E13: a move begins by saying so, copies, and leaves', () => {
  expect(decide(begin())).toEqual({
    kind: 'STEP',
    step: { do: 'WRITE_ROW', from: BOUND, to: { ...BOUND, move: move.BEGUN } },
  });
  expect(decide(begun())).toEqual({ kind: 'STEP', step: { do: 'COPY', pass: 'FIRST' } });
  expect(decide(begun(), { isCopied: true })).toEqual({
    ...{
      kind: 'STEP',
      step: { do: 'WRITE_ROW', from: { ...BOUND, move: move.BEGUN }, to: { ...move.LEAVING, move: move.BEGUN } },
    },
  });
  expect(decide(leaving(false), { isCopied: true })).toMatchObject({ step: { do: 'APPEND', expected: 1 } });
  expect(decide(leaving(true), { isCopied: true })).toMatchObject({
    step: { do: 'WRITE_ROW', to: { last: move.GONE.last, coming: null, move: move.BEGUN } },
  });
});

test('E13: then 75 s are waited, the rest is copied, compared, put beside, and the target opened', () => {
  const compared = { count: 9, hash: 'ab' };
  expect(decide(left())).toEqual({ kind: 'STEP', step: { do: 'AWAIT_QUIET', ms: QUIET_MS } });
  expect(decide(left(), { wasQuiet: true })).toEqual({ kind: 'STEP', step: { do: 'COPY', pass: 'REST' } });
  expect(does(left(), { wasQuiet: true, isRestCopied: true })).toBe('COMPARE');
  expect(does(left(), { wasQuiet: true, isRestCopied: true, compared })).toBe('PUT_BESIDE');
  expect(decide(left(), { wasQuiet: true, isRestCopied: true, compared, isBeside: true })).toMatchObject({
    step: {
      do: 'APPEND_TO_TARGET',
      coming: {
        id: move.ARRIVED_ID,
        event: { type: 'LedgerOpened', data: { ledgerId: 'ledger1', arrival: { moveId: 'move1', ...compared } } },
      },
    },
  });
});

test('E13: a target that holds the ledger is put in place, wherever the move was broken off', () => {
  const arrived = { target: move.targetWith(move.ARRIVED) };
  const to = { ...move.GONE, last: { id: move.ARRIVED_ID, revision: 0 } };
  for (const stored of [move.BEGUN, { ...move.MOVE, isCancelling: true }]) {
    const step = { do: 'PUT_IN_PLACE', from: { ...move.GONE, move: stored }, to };
    expect(decide(left(arrived, stored))).toEqual({ kind: 'STEP', step });
  }
});

test('E13: a move that has ended is done', () => {
  const pair = lookAt({ row: { ...BOUND, last: { id: move.ARRIVED_ID, revision: 0 } } }, logOf([move.ARRIVED], 0));
  expect(decide({ ...begin({ target: move.targetWith(move.ARRIVED) }), pair })).toEqual({ kind: 'DONE' });
});

test.each([
  ['without the lock', begin({ isAlone: false }), { kind: 'WAIT', why: 'LOCK' }],
  ['while the target is away', left({ target: 'AWAY' }), { kind: 'WAIT', why: 'AWAY' }],
  ['while the source is away', { ...begun(), pair: lookAt({}, 'AWAY') }, { kind: 'WAIT', why: 'AWAY' }],
])('E13: nothing is done %s', (_name, look, expected) => expect(decide(look)).toEqual(expected));

test.each([
  [
    'to a store with another ledger',
    begin({ target: move.targetWith({ ...OPENED, id: 'other' }) }),
    'holds ledger ledger1',
  ],
  [
    'to a store with events of ours',
    begin({ target: { opening: null, hasOthers: true } }),
    'that this move did not bring',
  ],
  [
    'of streams that are not whole',
    begin({ notWhole: ['deposit-d1', 'link-l1'] }),
    'copied whole: deposit-d1, link-l1',
  ],
  ['of a wrong pair', { ...begin(), pair: lookAt({}, logOf([OPENED, LED_1, LED_2])) }, 'another PostgreSQL leads'],
  ['beside another move', begun({}, { ...move.MOVE, moveId: 'move0', isCancelling: false }), 'Move move0 to'],
  ['that is being cancelled', begun({}, { ...move.MOVE, isCancelling: true }), 'Move move1 was cancelled'],
  ['whose target is somebody’s by now', left({ target: { opening: null, hasOthers: true } }), 'did not bring'],
  [
    'of a source that another PostgreSQL leads',
    { ...begun(), pair: lookAt({ row: { ...BOUND, move: move.BEGUN } }, logOf([OPENED, LED_1, LED_2])) },
    'another PostgreSQL leads',
  ],
])('E13: a move %s is refused', (_name, look, words) => expect(refusedTo(look)).toContain(words));

test('E13: before it begins, what was begun at the source is finished', () => {
  const row = { ...BOUND, coming: move.LEAVING.coming };
  expect(does({ ...begin(), pair: lookAt({ row }, logOf([OPENED, LED_1])) })).toBe('APPEND');
});
