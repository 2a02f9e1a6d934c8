import type { FinalDebits } from '../../commands/watching/debits/final-debits';

/** Nothing ever left a wallet or a treasury. */
export const NO_DEBITS: FinalDebits = {
  untilApplied: async () => true,
  list: async () => [],
  ask: async () => ({ verdict: 'THERE' }),
  doubt: async () => undefined,
};
