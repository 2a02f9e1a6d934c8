import { allocate, toJsonNumber, toShortDecimal } from '../../aggregates/money';
import type { QuoteIssued } from '../../aggregates/quote/events';
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

const valuesAndFeesOf = ({ payout, fees, totalCents, amountBaseUnits, decimals }: QuoteIssued): ValuesAndFeesAnswer => {
  const brl = (cents: bigint): number => toJsonNumber(cents, 2);
  const crypto = (baseUnits: bigint): string => toShortDecimal(baseUnits, decimals);
  const payment = BigInt(payout.amountCents);
  const network = BigInt(fees.networkCents);
  const processing = BigInt(fees.totalCents) - network;
  const total = BigInt(amountBaseUnits);
  const [paymentUnits = 0n, networkUnits = 0n] = allocate(total, [payment, network, processing]);
  return {
    paymentInFiat: brl(payment),
    paymentInCrypto: crypto(paymentUnits),
    networkFeeFiat: brl(network),
    networkFeeCrypto: crypto(networkUnits),
    processingFeeFiat: brl(processing),
    processingFeeCrypto: crypto(total - paymentUnits - networkUnits),
    totalFeeFiat: brl(BigInt(fees.totalCents)),
    totalFeeCrypto: crypto(total - paymentUnits),
    totalFiat: brl(BigInt(totalCents)),
    totalCrypto: crypto(total),
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
