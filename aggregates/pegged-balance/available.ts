import type { BaseUnits } from '../money';
import { type Hold, holdsOf, isHolding, type PeggedBalanceState } from './state';
import type { BalanceReading } from './terms';

/**
 * What a wallet can still pay: the smaller of balance and allowance at finality, less what is promised and what was
 * debited in blocks that the reading does not know. Negative when the wallet was emptied beside us.
 */
export const availableIn = (state: PeggedBalanceState, assetId: number, reading: BalanceReading): BaseUnits => {
  const spoken = spokenFor(state, assetId, reading);
  const [balance, allowance] = [BigInt(reading.balanceBaseUnits), BigInt(reading.allowanceBaseUnits)];
  return (balance < allowance ? balance : allowance) - spoken;
};

export const spokenFor = (state: PeggedBalanceState, assetId: number, reading: BalanceReading): BaseUnits =>
  holdsOf(state).reduce((sum, [, hold]) => sum + takenBy(hold, assetId, BigInt(reading.blockNumber)), 0n);

const takenBy = (hold: Hold, assetId: number, seenBlock: bigint): BaseUnits => {
  if (isHolding(hold)) return hold.terms.assetId === assetId ? BigInt(hold.terms.amountBaseUnits) : 0n;
  if (hold.phase === 'RELEASED' || hold.assetId !== assetId) return 0n;
  return hold.blockNumber > seenBlock ? hold.amount : 0n;
};
