import type { Transfer } from '../../../commands/ports/chains/chain-reader';
import type { FoundMovement } from '../found-movements';

/** Transfers to any account, by a family's verdicts. Empty when they cannot be read. */
export const transfersIn = (
  read: () => readonly FoundMovement[],
  reference: (arrival: FoundMovement) => string | null,
): readonly Transfer[] => {
  try {
    return read().flatMap((arrival) => {
      const { assetId, sender: from, receiver: to, amount: baseUnits } = arrival;
      return assetId === null ? [] : [{ from, to, assetId, baseUnits, reference: reference(arrival) }];
    });
  } catch {
    return [];
  }
};
