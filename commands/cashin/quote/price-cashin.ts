import type { Mode } from '../../../aggregates/partner/events';
import type { PartnerTerms } from '../../../aggregates/partner/terms';
import { CARRIAGES } from '../../../aggregates/quote/carriable';
import type { SplitTerms } from '../../../aggregates/quote/events';
import { partnerPartOf } from '../../../aggregates/quote/partner-part';
import { floorOf, type PricedPurchase, priceGross } from '../../../aggregates/quote/price-gross';
import { rejection } from '../../../aggregates/rejection';
import type { ChargeProviders } from '../../ports/providers/charge-provider';
import type { CryptoDeliveries, CryptoDelivery } from '../../ports/providers/crypto-delivery';
import type { Price } from '../../ports/providers/price-feed';
import { priceNow } from '../../quote/current-price';
import type { OfferedAsset } from '../../quote/offered-asset';
import { networkFeeOf, type PricingDeps, scheduleFor } from '../../quote/price-payment';
import type { CashinSettings } from './cashin-settings';

export interface CashinPricingDeps extends PricingDeps {
  readonly cashinSettings: CashinSettings;
  readonly chargeProviders: ChargeProviders;
  readonly cryptoDeliveries: CryptoDeliveries;
}

export interface CashinToPrice {
  readonly offered: OfferedAsset;
  readonly mode: Mode;
  readonly grossCents: bigint;
  readonly feeMarkupBasisPoints: number;
  readonly terms: PartnerTerms;
}

export interface PricedCashin extends PricedPurchase {
  readonly price: Price;
  readonly minimumBaseUnits: bigint;
  readonly deliveryProvider: CryptoDelivery | null;
  readonly split: SplitTerms | null;
}

/** At our selling price. Refuses AMOUNT_*, PROVIDER_NOT_CONFIGURED, PROVIDER_FAILURE without a fresh price. */
export const priceCashin = async (deps: CashinPricingDeps, asked: CashinToPrice): Promise<PricedCashin> => {
  const { offered, mode, grossCents, feeMarkupBasisPoints, terms } = asked;
  const { asset, network } = offered;
  const deliveryProvider = deliveryProviderOf(deps, asked);
  const price = await priceNow(deps, asset, mode);
  const isDelivered = terms.cashinDelivery === 'PLATFORM';
  const purchase = priceGross({
    ...{ grossCents, price: price.buy, decimals: asset.decimals, pegged: asset.pegged },
    carriage: CARRIAGES[network.family](asset.contract === null),
    schedule: scheduleFor(deps.settings, { feeMarkupBasisPoints }),
    // We pay no transfer where the partner delivers.
    networkFeeCents: isDelivered ? networkFeeOf(asset, network) : 0n,
  });
  const slippage = deliveryProvider?.isConverting === true ? BigInt(deps.cashinSettings.slippageBasisPoints) : 0n;
  const minimumBaseUnits = floorOf(purchase.amountBaseUnits, slippage);
  return { ...purchase, price, minimumBaseUnits, deliveryProvider, split: splitOf(deps, asked, purchase) };
};

const deliveryProviderOf = (
  deps: CashinPricingDeps,
  { offered, mode, terms }: CashinToPrice,
): CryptoDelivery | null => {
  if (terms.cashinDelivery === 'PARTNER') return null;
  const { assetId, network } = offered.asset;
  const provider = deps.cryptoDeliveries.choose(mode, { assetId, network });
  if (provider === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'No provider delivers this asset');
  return provider;
};

/** The partner's markup, or all but the platform's fee where it delivers. Null: zero, or owed without a split. */
const splitOf = (
  { chargeProviders }: CashinPricingDeps,
  { mode, grossCents, terms: { cashinDelivery, cashinSplitKey } }: CashinToPrice,
  { fees }: PricedPurchase,
): SplitTerms | null => {
  const isSplittable = chargeProviders.choose(mode, 'PIX_SPLIT') !== null;
  if (!isSplittable && (cashinDelivery === 'PARTNER' || chargeProviders.choose(mode, 'PIX') === null)) {
    throw rejection('PROVIDER_NOT_CONFIGURED', 'No charge provider is configured');
  }
  const amountCents = partnerPartOf({ deliveryMode: cashinDelivery, amountCents: grossCents, fees });
  if (!isSplittable || cashinSplitKey === null || amountCents <= 0n) return null;
  const { pixKey, pixKeyMasked } = cashinSplitKey;
  return { pixKey, pixKeyMasked, amountCents: amountCents.toString() };
};
