import type { Decider } from '../decider';
import type { QuoteEvent, QuoteIssued } from './events';

export type QuoteState = { readonly status: 'NONE' } | { readonly status: 'ISSUED'; readonly terms: QuoteIssued };

export type QuoteCommand = { readonly type: 'IssueQuote'; readonly terms: QuoteIssued };

export const quote: Decider<QuoteState, QuoteCommand, QuoteEvent> = {
  category: 'quote',
  initial: { status: 'NONE' },
  evolve: (_state, event) => ({ status: 'ISSUED', terms: event.data }),
  decide: (state, command) => (state.status === 'ISSUED' ? [] : [{ type: 'QuoteIssued', data: command.terms }]),
};
