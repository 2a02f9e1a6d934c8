import { depositIdOf, type Movement } from '../../../aggregates/chain';
import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';

/** `arrived` is what the treasury's balance grew by. */
export const peggedDebitOf = (movement: Movement, arrived: bigint, gasBaseUnits: bigint): PeggedDebit => {
  const { network, txid, position, assetId, sender, receiver, blockNumber, blockTime } = movement;
  return {
    ...{ to: 'TREASURY', debitId: depositIdOf(network, txid, position), network, txid, assetId: assetId! },
    ...{ wallet: sender, receiver, amountBaseUnits: arrived.toString(), blockNumber, blockTime },
    ...{ gasBaseUnits: gasBaseUnits.toString(), issuerCents: null },
  };
};
