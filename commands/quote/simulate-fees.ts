import type { Mode } from '../../aggregates/partner/events';
import { type FeeSchedule, type PricedOrder, priceOrder } from '../../aggregates/quote/fees';
import type { Catalog } from '../ports/chains/catalog';
import type { Price } from '../ports/providers/price-feed';
import { type PricingDeps, payableAsset, pricePayment, scheduleFor } from './price-payment';

export interface SimulateFees {
  /** Positive; the limits per operation do not apply. */
  readonly amountCents: bigint;
  readonly assetId: number | null;
  readonly feeMarkupBasisPoints: number;
  readonly mode: Mode;
}

export interface SimulatedFees {
  readonly schedule: FeeSchedule;
  readonly order: PricedOrder;
  /** Null without an asset: only the order's BRL figures count. */
  readonly quoted: { readonly price: Price; readonly decimals: number } | null;
}

const GENERIC = {
  ...{ price: '1', decimals: 2, pegged: false, networkFeeCents: 0n },
  carriage: { most: 2n ** 256n, significantDigits: null },
};

/** Prices as a quote would, now. Refuses INVALID_ASSET_ID, AMOUNT_*, PROVIDER_*. */
export const simulateFees =
  (deps: PricingDeps & { readonly catalog: Catalog }) =>
  async ({ amountCents, assetId, feeMarkupBasisPoints, mode }: SimulateFees): Promise<SimulatedFees> => {
    const schedule = scheduleFor(deps.settings, { feeMarkupBasisPoints });
    if (assetId === null) {
      return { schedule, order: priceOrder({ ...GENERIC, payoutCents: amountCents, schedule }), quoted: null };
    }
    const offered = payableAsset(deps.catalog, assetId, mode);
    const { order, price } = await pricePayment(deps, {
      ...{ ...offered, mode, feeMarkupBasisPoints },
      payoutCents: amountCents,
    });
    return {
      schedule: { ...schedule, platformBasisPoints: order.fees.platformBasisPoints },
      order,
      quoted: { price, decimals: offered.asset.decimals },
    };
  };
