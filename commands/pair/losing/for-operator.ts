import { isUntold } from '../../../aggregates/payout/losses';
import { openReturnOf } from '../../../aggregates/payout/returns';
import type { Due, PayoutState } from '../../../aggregates/payout/state';

/** Amounts that an operator may have settled in the lost time, outside of every provider. */
export interface ForOperator {
  /** Returned by the payee's bank; null: no open return. */
  readonly returnedCents: string | null;
  /** Owed in crypto; a second transfer would pay twice. */
  readonly dues: readonly Pick<Due, 'number' | 'network' | 'assetId' | 'amountBaseUnits'>[];
}

export const forOperator = (payout: PayoutState): ForOperator | null => {
  if (!isUntold(payout)) return null;
  const open = (payout.dues ?? []).filter(({ txid }) => txid === undefined);
  return {
    returnedCents: openReturnOf(payout)?.amountCents.toString() ?? null,
    dues: open.map(({ number, network, assetId, amountBaseUnits }) => ({ number, network, assetId, amountBaseUnits })),
  };
};
