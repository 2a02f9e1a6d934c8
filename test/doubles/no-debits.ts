import type { FinalDebits } from '../../commands/watching/debits/final-debits';

/** A log without debits. */
export const NO_DEBITS: FinalDebits = {
  untilApplied: async () => true,
  list: async () => [],
  ask: async () => ({ verdict: 'THERE' }),
  doubt: async () => undefined,
};
