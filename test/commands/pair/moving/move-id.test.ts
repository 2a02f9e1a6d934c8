import { moveIdOf } from '../../../../commands/pair/moving/move-id';
import { BOUND } from '../sample-look';
import { ARRIVED, ARRIVED_ID, ASKED, BEGUN, CANCELLED } from './sample-move';

const EMPTY = { opening: null, hasOthers: false };
const there = { opening: ARRIVED, hasOthers: true };
const idOf = (row: Parameters<typeof moveIdOf>[0], target: Parameters<typeof moveIdOf>[1], to = ASKED.to) =>
  moveIdOf(row, target, to, 'fresh');

describe('E13: the id of a move', () => {
  test('of one that begins is new', () => {
    expect([idOf(BOUND, EMPTY), idOf(null, EMPTY)]).toEqual(['fresh', 'fresh']);
  });

  test('of one that goes on to where it was begun is its own', () => {
    expect(idOf({ ...BOUND, move: BEGUN }, EMPTY)).toBe('move1');
  });

  test('of one to elsewhere than where another was begun is new, so that it is refused', () => {
    expect(idOf({ ...BOUND, move: BEGUN }, EMPTY, 'esdb://elsewhere.example:2113')).toBe('fresh');
  });

  test('of one that has arrived, and is asked for once more, is its own', () => {
    expect(idOf({ ...BOUND, last: { id: ARRIVED_ID, revision: 0 } }, there)).toBe('move1');
  });

  test('of one to a store that another move, or no move, has opened is new', () => {
    expect(idOf(BOUND, there)).toBe('fresh');
    expect(idOf({ ...BOUND, last: { id: ARRIVED_ID, revision: 0 } }, { opening: CANCELLED, hasOthers: true })).toBe(
      'fresh',
    );
  });
});
