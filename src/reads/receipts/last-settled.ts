import type { Recorded } from '../../../aggregates/events';
import type { PayoutSettled } from '../../../aggregates/payout/events';

/** The payment that stands: what was paid before it came back, and was paid again. Null: nothing was paid. */
export const lastSettled = (history: readonly Recorded[]): Pick<PayoutSettled, 'endToEndId' | 'settledAt'> | null => {
  const settled = history.findLast(({ type }) => type === 'PayoutSettled');
  return settled?.type === 'PayoutSettled' ? settled.data : null;
};
