import { cashout } from '../aggregates/cashout/cashout';
import type { CashoutIntentCreated } from '../aggregates/cashout/events';
import type { Position } from '../aggregates/events';
import type { QuoteIssued } from '../aggregates/quote/events';
import { rejection } from '../aggregates/rejection';
import type { UserCaller } from './caller';
import type { CommandContext } from './context';
import type { EventStore } from './event-store';
import { type HandleDeps, handle } from './handle';

export interface CreateCashoutIntent {
  readonly user: UserCaller;
  readonly quoteId: string;
  readonly sender: string | null;
}

export interface CreatedCashoutIntent {
  readonly intent: CashoutIntentCreated;
  readonly position: Position | null;
}

/**
 * Turns a quote into an intent. The intent's id was fixed by the quote, so a second intent for it meets the first
 * one's stream. Refuses QUOTE_NOT_FOUND, WALLET_MISMATCH, QUOTE_EXPIRED, CONCURRENT_OPERATION, QUOTE_ALREADY_USED.
 */
export const createCashoutIntent =
  (deps: HandleDeps) =>
  async (input: CreateCashoutIntent, context: CommandContext): Promise<CreatedCashoutIntent> => {
    const { terms, correlationId } = await ownQuote(deps.eventStore, input);
    if (input.sender !== null && input.sender.toLowerCase() !== input.user.pubkey?.toLowerCase()) {
      throw rejection('WALLET_MISMATCH', 'sender is not the wallet of the authenticated user');
    }
    const created = await handle(deps, cashout, {
      stream: `cashout-${terms.intentId}`,
      context: { ...context, correlationId },
      command: { type: 'CreateIntent', intent: intentOf(terms, input, new Date(deps.clock.now()).toISOString()) },
      opensStream: true,
    });
    const event = created.events.find((candidate) => candidate.type === 'CashoutIntentCreated');
    if (event === undefined) throw rejection('CONCURRENT_OPERATION', 'An intent for this quote is in progress');
    return { intent: event.data, position: created.position };
  };

/** The quote, when it is the caller's; another's is as unknown as one that never was. */
const ownQuote = async (
  eventStore: Pick<EventStore, 'readStream'>,
  { user, quoteId }: CreateCashoutIntent,
): Promise<{ readonly terms: QuoteIssued; readonly correlationId: string }> => {
  const [event] = await eventStore.readStream(`quote-${quoteId}`);
  const isOwn =
    event?.type === 'QuoteIssued' &&
    event.data.userId === user.userId &&
    event.data.partnerId === user.partnerId &&
    event.data.mode === user.mode;
  if (!isOwn) throw rejection('QUOTE_NOT_FOUND', 'No such quote');
  return { terms: event.data, correlationId: event.metadata.$correlationId };
};

const intentOf = (terms: QuoteIssued, input: CreateCashoutIntent, createdAt: string): CashoutIntentCreated => {
  const { salt, priceContext, externalId, issuedAt, ...shared } = terms;
  return { ...shared, sender: input.sender ?? terms.sender, createdAt };
};
