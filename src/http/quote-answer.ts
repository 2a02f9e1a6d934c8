import { toJsonNumber, toShortDecimal } from '../../aggregates/money';
import type { QuoteIssued } from '../../aggregates/quote/events';
import { valuesOf } from '../../aggregates/quote/fees';
import type { PriceContextAnswer, QuoteAnswer, ValuesAndFeesAnswer } from './quotes.dto';

/** A quote as its owner sees it, from its one event. The intent's id and salt stay inside. */
export const quoteAnswer = (quote: QuoteIssued, nowMs: number): QuoteAnswer => ({
  id: quote.quoteId,
  quoteId: quote.quoteId,
  expiresAt: quote.expiresAt,
  ttlSeconds: Math.max(0, Math.floor((Date.parse(quote.expiresAt) - nowMs) / 1000)),
  valuesAndFees: valuesAndFeesOf(quote),
  priceContext: priceContextOf(quote),
});

const valuesAndFeesOf = ({ payout, fees, amountBaseUnits, decimals }: QuoteIssued): ValuesAndFeesAnswer => {
  const brl = (cents: bigint): number => toJsonNumber(cents, 2);
  const crypto = (baseUnits: bigint): string => toShortDecimal(baseUnits, decimals);
  const order = { payoutCents: BigInt(payout.amountCents), networkFeeCents: BigInt(fees.networkCents) };
  const values = valuesOf(order, BigInt(fees.totalCents), BigInt(amountBaseUnits));
  return {
    paymentInFiat: brl(values.paymentInFiat),
    paymentInCrypto: crypto(values.paymentInCrypto),
    networkFeeFiat: brl(values.networkFeeFiat),
    networkFeeCrypto: crypto(values.networkFeeCrypto),
    processingFeeFiat: brl(values.processingFeeFiat),
    processingFeeCrypto: crypto(values.processingFeeCrypto),
    totalFeeFiat: brl(values.totalFeeFiat),
    totalFeeCrypto: crypto(values.totalFeeCrypto),
    totalFiat: brl(values.totalFiat),
    totalCrypto: crypto(values.totalCrypto),
  };
};

const priceContextOf = ({ priceContext, fees }: QuoteIssued): PriceContextAnswer => ({
  pair: priceContext.pair,
  price: +priceContext.price,
  priceAfterDiscount: +priceContext.price,
  discountAppliedBps: 0,
  feeFloor: toJsonNumber(BigInt(fees.floorCents), 2),
  feePercentApplied: (fees.platformBasisPoints + fees.partnerBasisPoints) / 100,
  updated_at: priceContext.asOf,
  sources: [...priceContext.sources],
});
