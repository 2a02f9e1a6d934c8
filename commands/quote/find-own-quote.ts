import type { QuoteIssued } from '../../aggregates/quote/events';
import { quote } from '../../aggregates/quote/quote';
import type { UserCaller } from '../handling/caller';
import { historyOf } from '../handling/reading/read-stream';
import type { EventStore } from '../ports/event-store';

export interface OwnQuote {
  readonly terms: QuoteIssued;
  readonly correlationId: string;
}

/** Null for an unknown quote and for another user's. */
export const findOwnQuote = async (
  eventStore: Pick<EventStore, 'readStream'>,
  user: Pick<UserCaller, 'userId' | 'partnerId' | 'mode'>,
  quoteId: string,
): Promise<OwnQuote | null> => {
  const [event] = await historyOf(eventStore, quote, quoteId);
  if (event?.type !== 'QuoteIssued') return null;
  const { data, metadata } = event;
  const isOwn = data.userId === user.userId && data.partnerId === user.partnerId && data.mode === user.mode;
  return isOwn ? { terms: data, correlationId: metadata.$correlationId } : null;
};
