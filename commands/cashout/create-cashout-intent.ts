import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { Position } from '../../aggregates/events';
import type { QuoteIssued } from '../../aggregates/quote/events';
import { rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import { historyOf } from '../handling/reading/read-stream';
import { type ReservingDeps, reservePayeeLimit } from '../payout/reserve-payee-limit';
import type { Catalog } from '../ports/chains/catalog';
import { findOwnQuote } from '../quote/find-own-quote';
import { isOfferedAsQuoted } from '../quote/offered-asset';
import { ownWallet } from '../quote/own-wallet';
import { type KycGateDeps, mustNotBeErased, passKycGate } from '../user/kyc-gate';
import { mustBeOffered, type OfferDeps } from '../watching/must-be-offered';

export interface CreateCashoutIntent {
  readonly user: UserCaller;
  readonly quoteId: string;
  readonly sender: string | null;
}

export interface CreatedCashoutIntent {
  readonly intent: CashoutIntentCreated;
  readonly position: Position | null;
}

export interface CreateCashoutIntentDeps extends ReservingDeps, KycGateDeps, OfferDeps {
  readonly catalog: Catalog;
}

/**
 * Refuses what the KYC gate does, QUOTE_*, WALLET_MISMATCH, AMOUNT_ABOVE_LIMIT, CONCURRENT_OPERATION,
 * SERVICE_UNAVAILABLE.
 */
export const createCashoutIntent =
  (deps: CreateCashoutIntentDeps) =>
  async (input: CreateCashoutIntent, context: CommandContext): Promise<CreatedCashoutIntent> => {
    const ownQuote = findOwnQuote(deps.eventStore, input.user, input.quoteId);
    const [quote] = await Promise.all([ownQuote, passKycGate(deps, input.user)]);
    if (quote === null) throw rejection('QUOTE_NOT_FOUND', 'No such quote');
    const { terms, correlationId } = quote;
    await Promise.all([mustBeOfferedAsQuoted(deps, terms), mustBeOffered(deps, terms)]);
    const { mode, payout } = terms;
    await reservePayeeLimit(deps, { paymentId: terms.intentId, mode, payout }, { ...context, correlationId });
    const sender = ownWallet(input.user, input.sender) ?? terms.sender;
    const createdAt = deps.clock.iso();
    const created = await handle(deps, cashout, {
      id: terms.intentId,
      context: { ...context, correlationId },
      command: { type: 'CreateIntent', intent: intentOf(terms, { sender, createdAt }) },
      opensStream: true,
      recalls: true,
    });
    const event = created.events.find((candidate) => candidate.type === 'CashoutIntentCreated');
    if (event === undefined) throw rejection('CONCURRENT_OPERATION', 'An intent for this quote is in progress');
    await mustNotBeErased(deps, input.user);
    return { intent: event.data, position: created.position };
  };

/** A payment to a quote from before a configuration change could not be matched; an existing intent continues. */
const mustBeOfferedAsQuoted = async (
  { catalog, eventStore }: CreateCashoutIntentDeps,
  terms: QuoteIssued,
): Promise<void> => {
  if (isOfferedAsQuoted(catalog, terms)) return;
  const [begun] = await historyOf(eventStore, cashout, terms.intentId);
  if (begun === undefined) throw rejection('QUOTE_EXPIRED', 'This payment is no longer offered: request a new quote');
};

const intentOf = (
  terms: QuoteIssued,
  said: Pick<CashoutIntentCreated, 'sender' | 'createdAt'>,
): CashoutIntentCreated => {
  const { salt, priceContext, externalId, issuedAt, ...shared } = terms;
  return { ...shared, ...(externalId === null ? {} : { externalId }), ...said };
};
