import type { BaseUnits } from '../money';
import { type Hold, holdsOf, isHolding, type PeggedBalanceState } from './state';
import type { BalanceReading } from './terms';

/** Base units that are promised, or were debited in blocks that the reading does not know. */
export const spokenFor = (state: PeggedBalanceState, assetId: number, reading: BalanceReading): BaseUnits =>
  holdsOf(state).reduce((sum, [, hold]) => sum + takenBy(hold, assetId, BigInt(reading.blockNumber)), 0n);

const takenBy = (hold: Hold, assetId: number, seenBlock: bigint): BaseUnits => {
  if (isHolding(hold)) return hold.terms.assetId === assetId ? BigInt(hold.terms.amountBaseUnits) : 0n;
  if (hold.phase === 'RELEASED' || hold.assetId !== assetId) return 0n;
  return hold.blockNumber > seenBlock ? hold.amount : 0n;
};
