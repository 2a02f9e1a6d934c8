import { type CancelAsked, decideCancel } from '../../../../commands/pair/moving/cancel-move';
import type { MoveLook } from '../../../../commands/pair/moving/moving';
import { BOUND, LED_1, LED_2, logOf, lookAt, OPENED } from '../sample-look';
import * as move from './sample-move';

const { begin, begun, leaving, left, MOVE } = move;
const ASKED: CancelAsked = { id: 'mine', at: move.ASKED.at, actor: 'ana', reason: 'too slow', to: MOVE.to };
const CANCELLING = { ...MOVE, isCancelling: true };
const TAKEN = { target: move.targetWith(move.CANCELLED) };
const decide = (look: MoveLook) => decideCancel(look, ASKED);
const stepping = (step: object) => ({ kind: 'STEP', step });

test('E13: it is marked first, then the revision of the target’s arrival is taken', () => {
  expect(decide(left())).toEqual(
    stepping({ do: 'WRITE_ROW', from: { ...move.GONE, move: move.BEGUN }, to: { ...move.GONE, move: CANCELLING } }),
  );
  expect(decide(left({}, CANCELLING))).toMatchObject({
    step: { do: 'APPEND_TO_TARGET', coming: { id: move.CANCELLED.id, event: { type: 'LedgerMoveCancelled' } } },
  });
});

test('E13: a source that has not been left is the ledger’s again at once', () => {
  expect(decide(begun(TAKEN, CANCELLING))).toEqual(
    stepping({ do: 'DROP_MOVE', from: { ...BOUND, move: CANCELLING }, to: BOUND }),
  );
});

test('E13: a source that has been left is attached to again, by an event that names the move', () => {
  const decision = decide(left(TAKEN, CANCELLING));
  const data = { ledgerId: 'ledger1', actor: 'ana', reason: 'too slow', cancelledMoveId: 'move1' };
  expect(decision).toMatchObject({
    step: {
      do: 'WRITE_ROW',
      from: { last: move.GONE.last },
      to: { coming: { id: 'mine', event: { type: 'LedgerAttached', data } } },
    },
  });
});

test('E13: a leaving that may be under way is let through first, so that it cannot come later', () => {
  expect(decide(leaving(false, TAKEN, CANCELLING))).toMatchObject({ step: { do: 'APPEND', expected: 1 } });
  expect(decide(leaving(true, TAKEN, CANCELLING))).toMatchObject({
    step: { do: 'WRITE_ROW', to: { last: move.GONE.last, coming: null } },
  });
});

test('E13: a target that an operator calls destroyed is not asked', () => {
  expect(decide(begun({ target: 'DESTROYED' }, CANCELLING))).toMatchObject({ step: { do: 'DROP_MOVE' } });
  expect(decide(left({ target: 'DESTROYED' }, CANCELLING))).toMatchObject({ step: { do: 'WRITE_ROW' } });
});

test('E13: a ledger that has arrived stays', () => {
  for (const stored of [CANCELLING, { ...MOVE, isCancelling: false }]) {
    expect(decide(left({ target: move.targetWith(move.ARRIVED) }, stored))).toMatchObject({
      refusal: { because: 'ARRIVED' },
    });
  }
});

test('E13: a source that another PostgreSQL went on with is not returned to', () => {
  const pair = lookAt({ row: { ...move.LEAVING, move: CANCELLING } }, logOf([OPENED, LED_1, LED_2]));
  expect(decide({ ...begun(TAKEN), pair })).toMatchObject({
    step: { do: 'DROP_MOVE', to: { ...move.LEAVING, move: null } },
  });
});

test('E13: a source that answers as an older copy drops nothing', () => {
  const pair = lookAt({ row: { ...move.LEAVING, move: CANCELLING } }, logOf([OPENED]));
  expect(decide({ ...begun(TAKEN), pair })).toMatchObject({ refusal: { because: 'OLDER_COPY' } });
});

test.each([
  ['without a move', begin(), { kind: 'DONE' }],
  ['without the lock', left({ isAlone: false }), { kind: 'WAIT', why: 'LOCK' }],
  ['while the target is away', left({ target: 'AWAY' }), { kind: 'WAIT', why: 'AWAY' }],
  [
    'while the source is away',
    { ...left(TAKEN), pair: lookAt({ row: { ...move.GONE, move: CANCELLING } }, 'AWAY') },
    { kind: 'WAIT', why: 'AWAY' },
  ],
  [
    'while another writes',
    { ...left(TAKEN), pair: { ...left({}, CANCELLING).pair, rowAfter: BOUND } },
    { kind: 'WAIT', why: 'CHANGED' },
  ],
])('E13: nothing is done %s', (_name, look, expected) => expect(decide(look)).toEqual(expected));

test('E13: another store than the one that the move goes to is not asked', () => {
  expect(decideCancel(left(), { ...ASKED, to: 'other.example:2113' })).toMatchObject({
    ...{ kind: 'REFUSE', refusal: { because: 'MOVE_BEGUN', to: MOVE.to } },
  });
});
