import { isUntold } from '../../aggregates/payout/losses';
import type { PayoutState } from '../../aggregates/payout/state';

export const lossHolds = (payout: PayoutState): readonly string[] =>
  isUntold(payout) && payout.loss !== undefined
    ? [
        `The log lost the events after ${payout.loss.since}: an operator may have resolved the return or the refund. Both wait for \`ledger release\``,
      ]
    : [];
