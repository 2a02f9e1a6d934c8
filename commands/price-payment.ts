import { type PricedOrder, priceOrder } from '../aggregates/quote/fees';
import { rejection } from '../aggregates/rejection';
import type { UserCaller } from './caller';
import { type PriceDeps, priceNow } from './current-price';
import type { Asset, Catalog, Network } from './ports/catalog';
import type { Price } from './ports/price-feed';
import type { CashoutSettings } from './ports/settings';

export interface PricingDeps extends PriceDeps {
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

/**
 * What a payment costs in an asset, now: the one way to a price, taken by quotes and by simulations. Refuses
 * PROVIDER_NOT_CONFIGURED, and PROVIDER_FAILURE when there is no fresh price.
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
