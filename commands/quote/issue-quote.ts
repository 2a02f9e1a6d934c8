import type { Position } from '../../aggregates/events';
import type { PayoutTerms, QuoteIssued } from '../../aggregates/quote/events';
import type { PricedOrder } from '../../aggregates/quote/fees';
import { referencesOf } from '../../aggregates/quote/partner-references';
import { quote } from '../../aggregates/quote/quote';
import { rejection } from '../../aggregates/rejection';
import type { CommandContext } from '../handling/context';
import { streamIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import type { CashoutSettings } from '../handling/settings';
import type { Invoice, InvoiceDeps } from '../invoices/invoice';
import { type InvoiceInput, readInvoice } from '../invoices/read-invoice';
import { mustBePayable } from '../payout/limits';
import type { Asset, Catalog, Network } from '../ports/chains/catalog';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';
import type { Price, PriceFeeds } from '../ports/providers/price-feed';
import { type KycGateDeps, passKycGate } from '../user/kyc-gate';
import { mustBeOffered, type OfferDeps } from '../watching/must-be-offered';
import { ticksOf } from './current-price';
import { intentIdOf, memoOf } from './intent-id';
import { ownWallet } from './own-wallet';
import { payableAsset, pricePayment } from './price-payment';

export interface IssueQuote extends InvoiceInput {
  readonly assetId: number;
  readonly sender: string | null;
  readonly externalId: string | null;
  readonly reference?: string;
  readonly scenario?: string;
}

export interface IssueQuoteDeps extends HandleDeps, InvoiceDeps, KycGateDeps, OfferDeps {
  readonly ids: Ids;
  readonly vault: KeyVault;
  readonly catalog: Catalog;
  readonly priceFeeds: PriceFeeds;
  readonly settings: CashoutSettings;
}

/**
 * Fixes the intent's terms. Refuses what the KYC gate does, INVALID_ASSET_ID, WALLET_MISMATCH, VALIDATION_ERROR,
 * AMOUNT_BELOW_MINIMUM, AMOUNT_ABOVE_LIMIT, INVALID_CODE, INVALID_PIX_KEY, PROVIDER_*, SERVICE_UNAVAILABLE.
 */
export const issueQuote =
  (deps: IssueQuoteDeps) =>
  async (
    input: IssueQuote,
    context: CommandContext,
  ): Promise<{ readonly quote: QuoteIssued; readonly position: Position | null }> => {
    await passKycGate(deps, input.user);
    const { asset, network } = payableAsset(deps.catalog, input.assetId, input.user.mode);
    await mustBeOffered(deps, asset);
    const sender = ownWallet(input.user, input.sender);
    const invoice = await readInvoice(deps, input, context);
    mustBeWithinLimits(invoice.amountCents, deps.settings);
    mustBePayable(deps, { ...invoice, mode: input.user.mode });
    const { order, price } = await pricePayment(deps, {
      ...{ asset, network },
      mode: input.user.mode,
      payoutCents: invoice.amountCents,
      feeMarkupBasisPoints: input.user.feeMarkupBasisPoints,
    });
    const payout = await sealedPayout(deps, input.user.userId, invoice);
    const terms = await termsOf(deps, { input, sender, asset, network, order, payout, price }, context);
    const issued = await handle(deps, quote, {
      id: terms.quoteId,
      context: { ...context, correlationId: context.correlationId ?? terms.quoteId },
      command: { type: 'IssueQuote', terms },
      opensStream: true,
    });
    return { quote: issued.events[0]?.data ?? terms, position: issued.position };
  };

/** Refuses AMOUNT_BELOW_MINIMUM, AMOUNT_ABOVE_LIMIT. */
export const mustBeWithinLimits = (
  amountCents: bigint,
  { minimumCents, maximumCents }: Pick<CashoutSettings, 'minimumCents' | 'maximumCents'>,
): void => {
  if (amountCents < minimumCents) throw rejection('AMOUNT_BELOW_MINIMUM', 'The amount is below the minimum');
  if (amountCents > maximumCents) throw rejection('AMOUNT_ABOVE_LIMIT', 'The amount is above the limit per operation');
};

const sealedPayout = async (deps: IssueQuoteDeps, userId: string, invoice: Invoice): Promise<PayoutTerms> => ({
  kind: invoice.kind,
  instruction: await deps.vault.seal(userId, JSON.stringify(invoice.instruction)),
  amountCents: invoice.amountCents.toString(),
  destinationMasked: invoice.destinationMasked,
  ...(invoice.soldBy === undefined ? {} : { soldBy: invoice.soldBy }),
});

interface Ingredients {
  readonly input: IssueQuote;
  readonly sender: string | null;
  readonly asset: Asset;
  readonly network: Network;
  readonly order: PricedOrder;
  readonly payout: PayoutTerms;
  readonly price: Price;
}

const termsOf = async (deps: IssueQuoteDeps, made: Ingredients, context: CommandContext): Promise<QuoteIssued> => {
  const { input, sender, asset, network, order, payout, price } = made;
  const { userId, partnerId, mode } = input.user;
  const { assetId, symbol, decimals } = asset;
  const nowMs = deps.clock.now();
  const expiresAt = new Date(nowMs + deps.settings.quoteWindowSeconds * 1000).toISOString();
  const quoteId = streamIdOf(context.commandId);
  const salt = deps.ids.hex(32);
  const { receiver } = network;
  const amountBaseUnits = order.amountBaseUnits.toString();
  const intentId = intentIdOf({ quoteId, receiver, chain: network.name, assetId, amountBaseUnits, expiresAt, salt });
  return {
    ...{ quoteId, intentId, salt, userId, partnerId, mode, assetId, symbol, decimals, amountBaseUnits, receiver },
    network: network.name,
    sender,
    memo: memoOf(deps.settings.memoPrefix, intentId),
    payout,
    ...referencesOf({ ...input.user, ...input }),
    fees: order.fees,
    totalCents: order.totalCents.toString(),
    currency: 'BRL',
    blockTimeToleranceSeconds: network.blockTimeToleranceSeconds,
    priceContext: {
      ...{ pair: price.pair, price: price.sell, asOf: price.asOf, sources: price.sources },
      feeFloorCents: deps.settings.floorCents.toString(),
      ...ticksOf(price),
    },
    externalId: input.externalId === null ? null : await deps.vault.seal(userId, input.externalId),
    issuedAt: new Date(nowMs).toISOString(),
    expiresAt,
    ...(input.scenario === undefined || mode !== 'sandbox' ? {} : { scenario: input.scenario }),
  };
};
