import { cashinQuote } from '../../../aggregates/quote/cashin-quote';
import type { CashinQuoteIssued } from '../../../aggregates/quote/events';
import type { UserCaller } from '../../handling/caller';
import { historyOf } from '../../handling/reading/read-stream';
import type { EventStore } from '../../ports/event-store';

export interface OwnCashinQuote {
  readonly terms: CashinQuoteIssued;
  readonly correlationId: string;
}

/** Null for an unknown quote, another user's, and one of a cash-out. */
export const findOwnCashinQuote = async (
  eventStore: Pick<EventStore, 'readStream'>,
  user: Pick<UserCaller, 'userId' | 'partnerId' | 'mode'>,
  quoteId: string,
): Promise<OwnCashinQuote | null> => {
  const [event] = await historyOf(eventStore, cashinQuote, quoteId);
  if (event?.type !== 'CashinQuoteIssued') return null;
  const { data, metadata } = event;
  const isOwn = data.userId === user.userId && data.partnerId === user.partnerId && data.mode === user.mode;
  return isOwn ? { terms: data, correlationId: metadata.$correlationId } : null;
};
