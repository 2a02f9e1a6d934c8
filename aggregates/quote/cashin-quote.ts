import type { Decider } from '../decider';
import type { CashinQuoteEvent, CashinQuoteIssued } from './events';

export type CashinQuoteState =
  | { readonly status: 'NONE' }
  | { readonly status: 'ISSUED'; readonly terms: CashinQuoteIssued };

export type CashinQuoteCommand = { readonly type: 'IssueCashinQuote'; readonly terms: CashinQuoteIssued };

/** Expiry is a matter of the clock, so an issued quote never changes. */
export const cashinQuote: Decider<CashinQuoteState, CashinQuoteCommand, CashinQuoteEvent> = {
  category: 'quote',
  initial: { status: 'NONE' },
  evolve: (_state, event) => ({ status: 'ISSUED', terms: event.data }),
  decide: (state, command) => (state.status === 'ISSUED' ? [] : [{ type: 'CashinQuoteIssued', data: command.terms }]),
};
