import type { PairRow } from '../../ports/pair';
import { arrivalIdOf } from '../identity-ids';
import type { TargetSays } from './moving';

/**
 * The move that was begun to the same store, or the one that brought the ledger there, goes on under its id; any other
 * begins under `fresh`.
 */
export const moveIdOf = (row: PairRow | null, target: TargetSays, to: string, fresh: string): string => {
  if (row === null) return fresh;
  if (row.move !== null) return row.move.to === to ? row.move.moveId : fresh;
  const { opening } = target;
  const arrived = opening?.type === 'LedgerOpened' ? opening.data.arrival?.moveId : undefined;
  return arrived !== undefined && row.last?.id === arrivalIdOf(row.ledgerId, arrived) ? arrived : fresh;
};
