import type { FoundDebit } from '../../../aggregates/withdrawal/events';
import type { Outcome } from '../../../commands/trouble/outcome';

export const NOT_PAID = { how: 'NOT_PAID' } as const;

/** Null: nothing was taken from the wallet. */
export const taken = (debited: FoundDebit | null): Outcome =>
  debited === null ? { how: 'NOT_DEBITED' } : { how: 'DEBITED', debited };
