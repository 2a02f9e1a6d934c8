import { isUntold } from '../../../aggregates/payout/losses';
import { openReturnOf } from '../../../aggregates/payout/returns';
import type { Due, PayoutState } from '../../../aggregates/payout/state';

/** What an operator may have settled in the lost time, outside and seen by no provider. */
export interface ForOperator {
  /** Came back from the payee; null: nothing is open. */
  readonly returnedCents: string | null;
  /** Owed in crypto: sent again, it is paid twice. */
  readonly dues: readonly Pick<Due, 'number' | 'network' | 'assetId' | 'amountBaseUnits'>[];
}

/** Null: nothing of it waits for an operator. */
export const forOperator = (payout: PayoutState): ForOperator | null => {
  if (!isUntold(payout)) return null;
  const open = (payout.dues ?? []).filter(({ txid }) => txid === undefined);
  return {
    returnedCents: openReturnOf(payout)?.amountCents.toString() ?? null,
    dues: open.map(({ number, network, assetId, amountBaseUnits }) => ({ number, network, assetId, amountBaseUnits })),
  };
};
