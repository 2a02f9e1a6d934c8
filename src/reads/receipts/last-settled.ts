import type { Recorded } from '../../../aggregates/events';
import type { PayoutSettled } from '../../../aggregates/payout/events';

/** The last settlement, also after a return and another payment. Null without one. */
export const lastSettled = (history: readonly Recorded[]): Pick<PayoutSettled, 'endToEndId' | 'settledAt'> | null => {
  const settled = history.findLast(({ type }) => type === 'PayoutSettled');
  return settled?.type === 'PayoutSettled' ? settled.data : null;
};
