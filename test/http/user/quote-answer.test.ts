import { quoteAnswer } from '../../../src/http/shared/quote-answer';
import { quoteIssued } from '../../samples/sample-data';

const floorOf = (feeFloorCents: string | null): number => {
  const { fees, priceContext } = quoteIssued;
  const known = feeFloorCents === null ? priceContext : { ...priceContext, feeFloorCents };
  const quote = { ...quoteIssued, fees: { ...fees, floorCents: '85' }, priceContext: known };
  return quoteAnswer(quote, Date.parse(quoteIssued.issuedAt)).priceContext.feeFloor;
};

test('a quote shows the floor of the fee, not what the floor adds to it', () => {
  expect(floorOf('100')).toBe(1);
});

test('a quote of before the floor was recorded shows what the floor added', () => {
  expect(floorOf(null)).toBe(0.85);
});
