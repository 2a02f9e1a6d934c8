import { BASIS_POINTS, type BaseUnits, type Cents, parseDecimal, type Rational, roundUp } from '../money';
import { type Carriage, carried } from './carriable';
import type { CashinTerms, FeeParts } from './events';
import type { ValuesAndFees } from './fees';
import { type GrossTerms, splitGross } from './split-gross';

/** A purchase for a gross amount: `priceOrder` the other way, for cash-in. */
export interface Purchase extends GrossTerms {
  readonly grossCents: Cents;
  /** BRL for one whole unit of the asset, as a positive decimal. */
  readonly price: string;
  readonly decimals: number;
  readonly carriage: Carriage;
}

export interface PricedPurchase {
  readonly fees: FeeParts;
  /** Gross minus fees, in centavos: the part that buys crypto. */
  readonly exchangedCents: Cents;
  /** The crypto for that part, rounded down to what the chain carries, so that we never deliver more than was paid. */
  readonly amountBaseUnits: BaseUnits;
}

const priceOf = (text: string): Rational => {
  const price = parseDecimal(text);
  if (price === null || price.numerator === 0n) throw new RangeError(`${text} is not a price`);
  return price;
};

const boughtFor = (cents: Cents, { price, decimals }: Pick<Purchase, 'price' | 'decimals'>): BaseUnits => {
  const { numerator, denominator } = priceOf(price);
  return (cents * 10n ** BigInt(decimals) * denominator) / (100n * numerator);
};

/** Throws AMOUNT_BELOW_MINIMUM, AMOUNT_ABOVE_LIMIT where the chain cannot carry it, RangeError for an unsound price. */
export const priceGross = (purchase: Purchase): PricedPurchase => {
  const { fees, netCents } = splitGross(purchase.grossCents, purchase);
  const amountBaseUnits = carried(boughtFor(netCents, purchase), purchase.carriage);
  return { fees, exchangedCents: netCents, amountBaseUnits };
};

/** The least that a converting provider may deliver; rounded up, so that the slippage is never exceeded. */
export const floorOf = (amountBaseUnits: BaseUnits, slippageBasisPoints: bigint): BaseUnits =>
  roundUp(amountBaseUnits * (BASIS_POINTS - slippageBasisPoints), BASIS_POINTS);

/** True where the delivered amount may differ from the quote, down to the minimum; otherwise it is exact. */
export const isEstimate = ({
  isConverting,
  amountBaseUnits,
  minimumBaseUnits,
}: Pick<CashinTerms, 'isConverting' | 'amountBaseUnits' | 'minimumBaseUnits'>): boolean =>
  isConverting ?? amountBaseUnits !== minimumBaseUnits;

export interface Priced {
  readonly grossCents: Cents;
  readonly exchangedCents: Cents;
  readonly networkFeeCents: Cents;
  readonly amountBaseUnits: BaseUnits;
  readonly price: string;
  readonly decimals: number;
}

export const valuesOfGross = (priced: Priced): ValuesAndFees => {
  const { grossCents, exchangedCents, networkFeeCents, amountBaseUnits } = priced;
  const totalCrypto = boughtFor(grossCents, priced);
  const totalFeeCrypto = totalCrypto - amountBaseUnits;
  const totalFeeFiat = grossCents - exchangedCents;
  const networkFeeCrypto = totalFeeFiat === 0n ? 0n : (totalFeeCrypto * networkFeeCents) / totalFeeFiat;
  return {
    ...{ paymentInFiat: exchangedCents, paymentInCrypto: amountBaseUnits },
    ...{ networkFeeFiat: networkFeeCents, networkFeeCrypto },
    ...{ processingFeeFiat: totalFeeFiat - networkFeeCents, processingFeeCrypto: totalFeeCrypto - networkFeeCrypto },
    ...{ totalFeeFiat, totalFeeCrypto, totalFiat: grossCents, totalCrypto },
  };
};
