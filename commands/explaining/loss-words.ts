import { isUntold } from '../../aggregates/payout/losses';
import type { PayoutState } from '../../aggregates/payout/state';

export const lossHolds = (payout: PayoutState): readonly string[] =>
  isUntold(payout) && payout.loss !== undefined
    ? [
        `The log lost what came after ${payout.loss.since}: what came back or is due may have been resolved or given back then, and is not again before \`ledger release\``,
      ]
    : [];
