import { partner } from '../../../aggregates/partner/partner';
import { FIRST_TERMS, type PartnerTerms } from '../../../aggregates/partner/terms';
import { cashinQuote } from '../../../aggregates/quote/cashin-quote';
import type { CashinQuoteIssued } from '../../../aggregates/quote/events';
import { referencesOf } from '../../../aggregates/quote/partner-references';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { UserCaller } from '../../handling/caller';
import type { CommandContext } from '../../handling/context';
import { commandIdOf, streamIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { knownStateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import type { CashoutSettings } from '../../handling/settings';
import type { Catalog } from '../../ports/chains/catalog';
import { ticksOf } from '../../quote/current-price';
import { type OfferedAsset, offeredAsset } from '../../quote/offered-asset';
import { type KycGateDeps, passKycGate } from '../../user/kyc-gate';
import { mustBeOffered, type OfferDeps } from '../../watching/must-be-offered';
import { canReceive } from './can-receive';
import { type DestinationDeps, destinationOf } from './destination';
import { type CashinPricingDeps, type PricedCashin, priceCashin } from './price-cashin';

export interface IssueCashinQuote {
  readonly user: UserCaller;
  /** Null: the service's default. */
  readonly assetId: number | null;
  /** Gross amount that the payer pays. */
  readonly amountCents: bigint;
  /** Null: the user's own wallet. */
  readonly destinationWallet: string | null;
  readonly reference?: string;
  readonly scenario?: string;
}

export interface IssueCashinQuoteDeps
  extends HandleDeps,
    KycGateDeps,
    OfferDeps,
    DestinationDeps,
    Omit<CashinPricingDeps, 'settings'> {
  readonly eventStore: HandleDeps['eventStore'];
  readonly catalog: Catalog;
  readonly settings: CashoutSettings;
}

/**
 * Locks a price for the quote window. Refuses what the KYC gate does, INVALID_ASSET_ID, VALIDATION_ERROR,
 * WALLET_MISMATCH, AMOUNT_BELOW_MINIMUM, AMOUNT_ABOVE_LIMIT, PROVIDER_*, SERVICE_UNAVAILABLE.
 */
export const issueCashinQuote =
  (deps: IssueCashinQuoteDeps) =>
  async (input: IssueCashinQuote, context: CommandContext): Promise<CashinQuoteIssued> => {
    await passKycGate(deps, input.user);
    const offered = boughtAsset(deps, input);
    await mustBeOffered(deps, offered.asset);
    mustBeWithinLimits(input.amountCents, deps.settings);
    const terms = await termsOfPartner(deps, input.user);
    const { user, destinationWallet: wallet } = input;
    const destination = await destinationOf(deps, { user, network: offered.network, terms, wallet });
    const { mode, feeMarkupBasisPoints } = user;
    const priced = await priceCashin(deps, {
      ...{ offered, mode, grossCents: input.amountCents, feeMarkupBasisPoints, terms },
    });
    await canReceive(deps, priced.deliveryProvider, { user, asset: offered.asset, destination });
    const quote = quoteOf(deps, { input, offered, destination, terms, priced }, context);
    const issued = await handle(deps, cashinQuote, {
      id: quote.quoteId,
      context: { ...context, correlationId: context.correlationId ?? quote.quoteId },
      command: { type: 'IssueCashinQuote', terms: quote },
      opensStream: true,
    });
    return issued.events[0]?.data ?? quote;
  };

const boughtAsset = (
  { catalog, cashinSettings }: IssueCashinQuoteDeps,
  { assetId, user: { mode } }: IssueCashinQuote,
): OfferedAsset => {
  if (!catalog.networks.some((network) => network.mode === mode)) {
    throw rejection('PROVIDER_NOT_CONFIGURED', `No network is configured for ${mode} credentials`);
  }
  const { defaultAssetId } = cashinSettings;
  const preset = defaultAssetId === null ? null : offeredAsset(catalog, defaultAssetId, mode);
  if (assetId === null && preset === null) throw invalidField('assetId', 'is needed');
  const offered = assetId === null ? preset : offeredAsset(catalog, assetId, mode);
  if (offered?.asset.cashIn !== true)
    throw rejection('INVALID_ASSET_ID', 'This asset is not for sale; see accepted-cryptos');
  return offered;
};

const mustBeWithinLimits = (amountCents: bigint, { minimumCents, maximumCents }: CashoutSettings): void => {
  if (amountCents < minimumCents) throw rejection('AMOUNT_BELOW_MINIMUM', 'The amount is below the minimum');
  if (amountCents > maximumCents) throw rejection('AMOUNT_ABOVE_LIMIT', 'The amount is above the limit per operation');
};

/** Read from the stream, because its key receives a part of the charge. */
const termsOfPartner = async (deps: IssueCashinQuoteDeps, { partnerId }: UserCaller): Promise<PartnerTerms> => {
  const state = await knownStateOf(deps, partner, partnerId);
  return state.status === 'NONE' ? FIRST_TERMS : state.terms;
};

interface Ingredients {
  readonly input: IssueCashinQuote;
  readonly offered: OfferedAsset;
  readonly destination: string;
  readonly terms: PartnerTerms;
  readonly priced: PricedCashin;
}

const quoteOf = (
  { clock, settings }: IssueCashinQuoteDeps,
  { input, offered, destination, terms, priced }: Ingredients,
  context: CommandContext,
): CashinQuoteIssued => {
  const { userId, partnerId, mode } = input.user;
  const { assetId, symbol, decimals } = offered.asset;
  const nowMs = clock.now();
  const quoteId = streamIdOf(context.commandId);
  const { pair, buy, asOf, sources } = priced.price;
  return {
    // A quote has one intent: its stream is the same for every caller.
    ...{ quoteId, intentId: commandIdOf('cashin-intent', quoteId), userId, partnerId, mode },
    ...{ deliveryMode: terms.cashinDelivery, network: offered.network.name, assetId, symbol, decimals },
    ...{ amountCents: input.amountCents.toString(), exchangedCents: priced.exchangedCents.toString() },
    ...{ currency: 'BRL', fees: priced.fees, amountBaseUnits: priced.amountBaseUnits.toString() },
    ...{ minimumBaseUnits: priced.minimumBaseUnits.toString(), destination },
    ...(priced.deliveryProvider?.isConverting === true ? { isConverting: true } : {}),
    ...{ deliveryProvider: priced.deliveryProvider?.name ?? null, split: priced.split },
    ...referencesOf({ ...input.user, ...input }),
    ...(input.scenario === undefined || mode !== 'sandbox' ? {} : { scenario: input.scenario }),
    priceContext: {
      ...{ pair, price: buy, asOf, sources, feeFloorCents: settings.floorCents.toString() },
      ...ticksOf(priced.price),
    },
    issuedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + settings.quoteWindowSeconds * 1000).toISOString(),
  };
};
