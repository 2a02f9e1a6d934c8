import type { Mode } from '../../aggregates/partner/events';
import { CARRIAGES } from '../../aggregates/quote/carriable';
import { type PricedOrder, priceOrder } from '../../aggregates/quote/fees';
import { rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';
import type { CashoutSettings } from '../handling/settings';
import type { Asset, Catalog, Network } from '../ports/chains/catalog';
import type { Price } from '../ports/providers/price-feed';
import { type PriceDeps, priceNow } from './current-price';
import { type OfferedAsset, offeredAsset } from './offered-asset';

export interface PricingDeps extends PriceDeps {
  readonly settings: Pick<CashoutSettings, 'floorCents' | 'platformBasisPoints'>;
}

export interface PaymentToPrice {
  readonly asset: Asset;
  readonly network: Pick<Network, 'family' | 'feeEstimateCents'>;
  readonly payoutCents: bigint;
  readonly mode: Mode;
  readonly feeMarkupBasisPoints: number;
}

export interface PricedPayment {
  readonly order: PricedOrder;
  readonly price: Price;
}

/** Refuses PROVIDER_NOT_CONFIGURED, PROVIDER_FAILURE without a fresh price, and AMOUNT_* for what no chain carries. */
export const pricePayment = async (
  deps: PricingDeps,
  { asset, network, mode, payoutCents, feeMarkupBasisPoints }: PaymentToPrice,
): Promise<PricedPayment> => {
  const price = await priceNow(deps, asset, mode);
  const order = priceOrder({
    payoutCents,
    price: price.sell,
    decimals: asset.decimals,
    carriage: CARRIAGES[network.family](asset.contract === null),
    pegged: asset.pegged,
    schedule: scheduleFor(deps.settings, { feeMarkupBasisPoints }),
    networkFeeCents: networkFeeOf(asset, network),
  });
  return { order, price };
};

/** The configured estimate. None for a pegged asset: its fees are the floor and the markup (specification, part 4). */
export const networkFeeOf = (
  { pegged }: Pick<Asset, 'pegged'>,
  { feeEstimateCents = 0 }: Pick<Network, 'feeEstimateCents'>,
): bigint => (pegged ? 0n : BigInt(feeEstimateCents));

/** Refuses PROVIDER_NOT_CONFIGURED when the mode has no network, and INVALID_ASSET_ID. */
export const payableAsset = (catalog: Catalog, assetId: number, mode: Mode): OfferedAsset => {
  if (!catalog.networks.some((network) => network.mode === mode)) {
    throw rejection('PROVIDER_NOT_CONFIGURED', `No network is configured for ${mode} credentials`);
  }
  const offered = offeredAsset(catalog, assetId, mode);
  if (offered?.asset.cashOut !== true) throw rejection('INVALID_ASSET_ID', 'Unknown assetId; see accepted-cryptos');
  return offered;
};

export const scheduleFor = (
  settings: PricingDeps['settings'],
  { feeMarkupBasisPoints }: Pick<UserCaller, 'feeMarkupBasisPoints'>,
) => ({
  floorCents: settings.floorCents,
  platformBasisPoints: settings.platformBasisPoints,
  partnerBasisPoints: feeMarkupBasisPoints,
});
