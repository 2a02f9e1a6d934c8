import type { PairRow } from '../../../commands/ports/pair';
import { setPairRow } from '../pair-row';
import type { MovedPlace } from './moved-place';
import { inOwnTransaction, type OwnTransactionOptions } from './own-transaction';
import { mustBePlaced, placeRows } from './placed-rows';
import { dropPlaces, fillPlaces, mustBeBeside } from './places-table';

/**
 * PostgreSQL's part of a move: rows, checkpoints and parked events stay as they are, and only the positions in them
 * become those of the target. The lock is held alone meanwhile, so nobody else writes.
 */
export interface MovedRows {
  /**
   * Puts the place of every copied event beside the rows, all or nothing, instead of what an earlier run has put there.
   * Rejects when a row tells the position of an event that was not copied: the move can still be cancelled then.
   */
  readonly putBeside: (
    moveId: string,
    places: AsyncIterable<readonly MovedPlace[]>,
    onProgress?: (places: number) => void,
  ) => Promise<void>;
  /**
   * One transaction: every position is the target's, the row is `to`, and nothing is beside any more. False, and nothing
   * changed, when the row is not `from`. Rejects as `putBeside` does, and when nothing is beside.
   */
  readonly putInPlace: (from: PairRow, to: PairRow) => Promise<boolean>;
  /** One transaction: nothing is beside any more, and the row is `to`. False when the row is not `from`. */
  readonly dropMove: (from: PairRow, to: PairRow) => Promise<boolean>;
}

const moveIdOf = ({ move }: PairRow): string => {
  if (move === null) throw new Error('No move has begun');
  return move.moveId;
};

export const createMovedRows = (options: OwnTransactionOptions): MovedRows => ({
  putBeside: (moveId, places, onProgress = () => undefined) =>
    inOwnTransaction(options, async (client) => {
      await fillPlaces(client, moveId, places, onProgress);
      await mustBePlaced(client);
    }),
  putInPlace: (from, to) =>
    inOwnTransaction(options, async (client) => {
      if (!(await setPairRow(client, { from, to }))) return false;
      await mustBeBeside(client, moveIdOf(from));
      await placeRows(client);
      await dropPlaces(client);
      return true;
    }),
  dropMove: (from, to) =>
    inOwnTransaction(options, async (client) => {
      if (!(await setPairRow(client, { from, to }))) return false;
      await dropPlaces(client);
      return true;
    }),
});
