import { cashin } from '../../aggregates/cashin/cashin';
import type { ChainFamily } from '../../aggregates/chain';
import type { Position } from '../../aggregates/events';
import type { CashinQuoteIssued } from '../../aggregates/quote/events';
import { rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { Catalog } from '../ports/chains/catalog';
import type { KeyVault } from '../ports/key-vault';
import type { ChargeProvider, ChargeProviders } from '../ports/providers/charge-provider';
import { type KycGateDeps, mustNotBeErased, passKycGate } from '../user/kyc-gate';
import { type CreateChargeDeps, type CreatedCharge, createCharge, NOT_CONFIGURED } from './charge/create-charge';
import { type Customer, payerOf } from './charge/payer';
import { findOwnCashinQuote } from './quote/find-own-cashin-quote';

export interface CreateCashinIntent {
  readonly user: UserCaller;
  readonly quoteId: string;
  readonly customer: Customer;
  readonly destinationWallet: string | null;
}

export interface CreatedCashinIntent {
  readonly intentId: string;
  readonly position: Position | null;
}

export interface CreateCashinIntentDeps extends CreateChargeDeps, KycGateDeps {
  readonly catalog: Pick<Catalog, 'networks'>;
  readonly vault: Pick<KeyVault, 'seal' | 'open'>;
  readonly chargeProviders: ChargeProviders;
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
}

/**
 * The event comes before the provider is asked; the charge may come later, or the intent fails.
 * Refuses what the KYC gate does, QUOTE_*, VALIDATION_ERROR without a payer's tax id, WALLET_MISMATCH,
 * CONCURRENT_OPERATION, PROVIDER_*.
 */
export const createCashinIntent =
  (deps: CreateCashinIntentDeps) =>
  async (input: CreateCashinIntent, context: CommandContext): Promise<CreatedCashinIntent> => {
    const { user, quoteId, customer } = input;
    const [quote] = await Promise.all([findOwnCashinQuote(deps.eventStore, user, quoteId), passKycGate(deps, user)]);
    if (quote === null) throw rejection('QUOTE_NOT_FOUND', 'No such quote');
    mustBeAsQuoted(deps, quote.terms, input.destinationWallet);
    const provider = chargeProviderFor(deps, quote.terms);
    const { payer, sealed } = await payerOf(deps, user.userId, customer);
    const created = await handle(deps, cashin, {
      id: quote.terms.intentId,
      context: { ...context, correlationId: quote.correlationId },
      command: {
        type: 'CreateCashin',
        intent: { ...intentOf(quote.terms), ...sealed, chargeProvider: provider.name, createdAt: deps.clock.iso() },
      },
      opensStream: true,
      recalls: true,
    });
    const event = created.events.find((candidate) => candidate.type === 'CashinIntentCreated');
    if (event === undefined) throw rejection('CONCURRENT_OPERATION', 'An intent for this quote is in progress');
    await mustNotBeErased(deps, user);
    const { state, position } = created;
    const { data: intent } = event;
    const made = context.isFresh === true && state.status !== 'NONE' ? { intent, state, payer } : null;
    const { intentId } = intent;
    return charged(await createCharge(deps)({ intentId, made }, context), { intentId, position });
  };

const mustBeAsQuoted = (
  { catalog, canonicalAddress }: CreateCashinIntentDeps,
  { network, destination }: CashinQuoteIssued,
  wallet: string | null,
): void => {
  if (wallet === null || wallet === destination) return;
  const family = catalog.networks.find(({ name }) => name === network)?.family;
  if (family !== undefined && canonicalAddress(family, wallet) === destination) return;
  throw rejection('WALLET_MISMATCH', 'destinationWallet is not the wallet of the quote');
};

const chargeProviderFor = (
  { chargeProviders }: CreateCashinIntentDeps,
  { mode, split }: CashinQuoteIssued,
): ChargeProvider => {
  const provider = chargeProviders.choose(mode, split === null ? 'PIX' : 'PIX_SPLIT');
  if (provider === null) throw notConfigured();
  return provider;
};

const notConfigured = () => rejection('PROVIDER_NOT_CONFIGURED', 'No charge provider is configured');

const intentOf = (terms: CashinQuoteIssued) => {
  const { priceContext, issuedAt, ...shared } = terms;
  return shared;
};

const charged = (made: CreatedCharge, { intentId, position }: CreatedCashinIntent): CreatedCashinIntent => {
  if (made.state.status === 'FAILED' && made.charge === null) {
    if (made.failedBy === NOT_CONFIGURED) throw notConfigured();
    throw rejection('PROVIDER_FAILURE', 'The charge was refused');
  }
  return { intentId, position: made.position ?? position };
};
