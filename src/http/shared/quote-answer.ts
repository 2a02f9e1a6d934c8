import { toShortDecimal } from '../../../aggregates/money';
import type { QuoteIssued } from '../../../aggregates/quote/events';
import { type ValuesAndFees, valuesOf } from '../../../aggregates/quote/fees';
import type { HttpDeps } from '../deps';
import { brlNumber } from '../request/shape/brl';
import { externalIdOf } from './opened';
import type { PriceContextAnswer, QuoteAnswer, ValuesAndFeesAnswer } from './quotes.dto';

type QuoteDeps = Pick<HttpDeps, 'clock' | 'openAll'>;

/** A quote in its owner's form, without the intent's id and salt. */
export const quoteAnswer = async ({ clock, openAll }: QuoteDeps, quote: QuoteIssued): Promise<QuoteAnswer> => ({
  id: quote.quoteId,
  quoteId: quote.quoteId,
  expiresAt: quote.expiresAt,
  ttlSeconds: Math.max(0, Math.floor((Date.parse(quote.expiresAt) - clock.now()) / 1000)),
  ...(quote.reference === undefined ? {} : { reference: quote.reference }),
  ...(await externalIdOf({ openAll }, quote.externalId)),
  valuesAndFees: valuesAndFeesOf(quote),
  priceContext: priceContextOf(quote),
});

const valuesAndFeesOf = ({ payout, fees, amountBaseUnits, decimals }: QuoteIssued): ValuesAndFeesAnswer => {
  const order = { payoutCents: BigInt(payout.amountCents), networkFeeCents: BigInt(fees.networkCents) };
  return shownValues(valuesOf(order, BigInt(fees.totalCents), BigInt(amountBaseUnits)), decimals);
};

export const shownValues = (values: ValuesAndFees, decimals: number): ValuesAndFeesAnswer => {
  const crypto = (baseUnits: bigint): string => toShortDecimal(baseUnits, decimals);
  return {
    paymentInFiat: brlNumber(values.paymentInFiat),
    paymentInCrypto: crypto(values.paymentInCrypto),
    networkFeeFiat: brlNumber(values.networkFeeFiat),
    networkFeeCrypto: crypto(values.networkFeeCrypto),
    processingFeeFiat: brlNumber(values.processingFeeFiat),
    processingFeeCrypto: crypto(values.processingFeeCrypto),
    totalFeeFiat: brlNumber(values.totalFeeFiat),
    totalFeeCrypto: crypto(values.totalFeeCrypto),
    totalFiat: brlNumber(values.totalFiat),
    totalCrypto: crypto(values.totalCrypto),
  };
};

/** Price context at the time of the quote. An old quote shows its floor only by the increase of its fee. */
export const priceContextOf = ({
  priceContext,
  fees,
}: Pick<QuoteIssued, 'priceContext' | 'fees'>): PriceContextAnswer => ({
  pair: priceContext.pair,
  price: +priceContext.price,
  priceAfterDiscount: +priceContext.price,
  discountAppliedBps: 0,
  feeFloor: brlNumber(BigInt(priceContext.feeFloorCents ?? fees.floorCents)),
  feePercentApplied: (fees.platformBasisPoints + fees.partnerBasisPoints) / 100,
  updated_at: priceContext.asOf,
  sources: [...priceContext.sources],
});
