import { type PricedOrder, priceOrder } from '../aggregates/quote/fees';
import { rejection } from '../aggregates/rejection';
import type { UserCaller } from './caller';
import type { Asset, Catalog, Network } from './catalog';
import type { CashoutSettings, Clock, Price, PriceFeed } from './ports';

export interface PricingDeps {
  readonly clock: Clock;
  readonly priceFeed: PriceFeed;
  readonly settings: Pick<CashoutSettings, 'floorCents' | 'platformBasisPoints'>;
}

export interface PaymentToPrice {
  readonly asset: Asset;
  /** What the payee receives; positive. */
  readonly payoutCents: bigint;
  /** The partner's own markup. */
  readonly feeMarkupBasisPoints: number;
}

export interface PricedPayment {
  readonly order: PricedOrder;
  readonly price: Price;
}

/** How long a price source may take. */
const PRICE_DEADLINE_MS = 2_000;

/**
 * What a payment costs in an asset, now: the one way to a price, taken by quotes and by simulations. Refuses
 * PROVIDER_FAILURE when there is no fresh price.
 */
export const pricePayment = async (
  deps: PricingDeps,
  { asset, payoutCents, feeMarkupBasisPoints }: PaymentToPrice,
): Promise<PricedPayment> => {
  const price = await priceNow(deps, asset);
  const order = priceOrder({
    payoutCents,
    price: price.sell,
    decimals: asset.decimals,
    pegged: asset.pegged,
    schedule: scheduleFor(deps.settings, { feeMarkupBasisPoints }),
    networkFeeCents: 0n,
  });
  return { order, price };
};

/** The asset, when it can be sold here. Refuses INVALID_ASSET_ID. */
export const payableAsset = (
  catalog: Catalog,
  assetId: number,
): { readonly asset: Asset; readonly network: Network } => {
  const asset = catalog.assets.find((candidate) => candidate.assetId === assetId && candidate.cashOut);
  const network = catalog.networks.find((candidate) => candidate.name === asset?.network);
  if (asset === undefined || network === undefined) {
    throw rejection('INVALID_ASSET_ID', 'Unknown assetId; see accepted-cryptos');
  }
  return { asset, network };
};

export const scheduleFor = (
  settings: PricingDeps['settings'],
  { feeMarkupBasisPoints }: Pick<UserCaller, 'feeMarkupBasisPoints'>,
) => ({
  floorCents: settings.floorCents,
  platformBasisPoints: settings.platformBasisPoints,
  partnerBasisPoints: feeMarkupBasisPoints,
});

const priceNow = async (deps: PricingDeps, asset: Asset): Promise<Price> => {
  const price = await deps.priceFeed.price({ deadlineMs: deps.clock.now() + PRICE_DEADLINE_MS }, asset.symbol);
  if (!price.ok) throw rejection('PROVIDER_FAILURE', `No fresh price for ${asset.symbol}`);
  return price.value;
};
