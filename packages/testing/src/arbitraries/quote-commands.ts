import fc from 'fast-check';
import { CARRIAGES } from '../../../../aggregates/quote/carriable';
import type { CashinQuoteCommand } from '../../../../aggregates/quote/cashin-quote';
import { priceOrder } from '../../../../aggregates/quote/fees';
import { priceGross } from '../../../../aggregates/quote/price-gross';
import type { QuoteCommand } from '../../../../aggregates/quote/quote';
import { cashinQuoted } from '../samples/sample-cashin-data';
import { quoteIssued } from '../samples/sample-data';

/** R$ 10.00 to R$ 10,000.00, which every fee below leaves a part of. */
const amounts = fc.bigInt({ min: 1_000n, max: 1_000_000n });

const terms = fc.record({
  price: fc.constantFrom('5.40', '1', '0.0731'),
  pegged: fc.boolean(),
  networkFeeCents: fc.bigInt({ min: 0n, max: 100n }),
  schedule: fc.record({
    floorCents: fc.constantFrom(0n, 100n, 250n),
    platformBasisPoints: fc.integer({ min: 0, max: 300 }),
    partnerBasisPoints: fc.integer({ min: 0, max: 300 }),
  }),
  decimals: fc.constantFrom(6, 18),
  carriage: fc.constant(CARRIAGES.simulated(false)),
});

const few = <Command>(command: fc.Arbitrary<Command>): fc.Arbitrary<readonly Command[]> =>
  fc.array(command, { maxLength: 5 });

/** Priced as the service prices them. */
export const quoteCommands = few(
  fc.tuple(amounts, terms).map(([payoutCents, given]): QuoteCommand => {
    const { fees, totalCents, amountBaseUnits } = priceOrder({ ...given, payoutCents });
    const payout = { ...quoteIssued.payout, amountCents: payoutCents.toString() };
    const amounts = { totalCents: totalCents.toString(), amountBaseUnits: amountBaseUnits.toString() };
    return { type: 'IssueQuote', terms: { ...quoteIssued, payout, fees, ...amounts } };
  }),
);

export const cashinQuoteCommands = few(
  fc.tuple(amounts, terms).map(([grossCents, given]): CashinQuoteCommand => {
    const { fees, exchangedCents, amountBaseUnits } = priceGross({ ...given, grossCents });
    const bought = { amountBaseUnits: amountBaseUnits.toString(), minimumBaseUnits: amountBaseUnits.toString() };
    const paid = { amountCents: grossCents.toString(), exchangedCents: exchangedCents.toString() };
    return { type: 'IssueCashinQuote', terms: { ...cashinQuoted, ...paid, fees, ...bought } };
  }),
);
