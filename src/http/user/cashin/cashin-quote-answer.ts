import { toJsonNumber, toShortDecimal } from '../../../../aggregates/money';
import type { CashinQuoteIssued } from '../../../../aggregates/quote/events';
import { isEstimate, valuesOfGross } from '../../../../aggregates/quote/price-gross';
import type { HttpDeps } from '../../deps';
import { secondsLeft } from '../../shared/cashin/cashin-answer';
import { priceContextOf, shownValues } from '../../shared/quote-answer';
import type { CashinQuoteAnswer } from './cashin-requests.dto';

/** A quote in its owner's form. */
export const cashinQuoteAnswer = (deps: Pick<HttpDeps, 'clock'>, quote: CashinQuoteIssued): CashinQuoteAnswer => {
  const { decimals } = quote;
  const [amount, minimum] = [BigInt(quote.amountBaseUnits), BigInt(quote.minimumBaseUnits)];
  return {
    id: quote.quoteId,
    quoteId: quote.quoteId,
    expiresAt: quote.expiresAt,
    ttlSeconds: secondsLeft(deps, quote.expiresAt),
    ...(quote.reference === undefined ? {} : { reference: quote.reference }),
    assetId: quote.assetId,
    deliveryMode: quote.deliveryMode,
    destinationWallet: quote.destination,
    valuesAndFees: shownValues(valuesIn(quote), decimals),
    priceContext: priceContextOf(quote),
    cryptoAmount: toShortDecimal(amount, decimals),
    cryptoAmountBaseUnits: quote.amountBaseUnits,
    estimate: isEstimate(quote),
    minimumCrypto: toShortDecimal(minimum, decimals),
    splitValueCents: toJsonNumber(BigInt(quote.split?.amountCents ?? '0'), 0),
  };
};

const valuesIn = (quote: CashinQuoteIssued) =>
  valuesOfGross({
    grossCents: BigInt(quote.amountCents),
    exchangedCents: BigInt(quote.exchangedCents),
    networkFeeCents: BigInt(quote.fees.networkCents),
    amountBaseUnits: BigInt(quote.amountBaseUnits),
    price: quote.priceContext.price,
    decimals: quote.decimals,
  });
