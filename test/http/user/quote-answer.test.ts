import { clockOf } from '../../../infra/clock';
import { quoteIssued } from '../../../packages/testing/src/samples/sample-data';
import { quoteAnswer } from '../../../src/http/shared/quote-answer';

const deps = { clock: clockOf(() => Date.parse(quoteIssued.issuedAt)), openAll: async () => [] };

const floorOf = async (feeFloorCents: string | null): Promise<number> => {
  const { fees, priceContext } = quoteIssued;
  const known = feeFloorCents === null ? priceContext : { ...priceContext, feeFloorCents };
  const quote = { ...quoteIssued, fees: { ...fees, floorCents: '85' }, priceContext: known };
  return (await quoteAnswer(deps, quote)).priceContext.feeFloor;
};

test('shows the floor of the fee, not the amount that the floor adds', async () => {
  expect(await floorOf('100')).toBe(1);
});

test('shows the added amount when the quote is older than the recorded floor', async () => {
  expect(await floorOf(null)).toBe(0.85);
});
