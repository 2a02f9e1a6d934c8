import type { Asset } from '../../../commands/ports/chains/catalog';
import type { PriceFeeds } from '../../../commands/ports/providers/price-feed';
import { issueQuote } from '../../../commands/quote/issue-quote';
import { simulateFees } from '../../../commands/quote/simulate-fees';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { asking } from '../../core';
import fc from '../../properties';
import { caller, catalog, code, order, pricesFrom, quoting } from '../../samples/quoting';

const [usdc] = catalog.assets as readonly [Asset, ...Asset[]];

const feedsOf = (sell: string): PriceFeeds =>
  pricesFrom(async (_context, symbol) => ({
    ok: true,
    value: { symbol, pair: `${symbol}/BRL`, sell, buy: sell, asOf: time(0), sources: ['drawn'] },
  }));

interface Offered {
  readonly decimals: number;
  readonly pegged: boolean;
  readonly price: string;
  readonly feeEstimateCents: number;
}

const worldOf = ({ decimals, pegged, price, feeEstimateCents }: Offered) => ({
  ...quoting(),
  catalog: {
    ...catalog,
    assets: [{ ...usdc, decimals, pegged }],
    networks: catalog.networks.map((network) => ({ ...network, feeEstimateCents })),
  },
  priceFeeds: feedsOf(price),
});

const drawn = fc.record({
  amountCents: fc.bigInt({ min: 100n, max: 1_000_000n }),
  feeMarkupBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  // A real is a base unit at least, at any price.
  decimals: fc.integer({ min: 6, max: 18 }),
  pegged: fc.boolean(),
  feeEstimateCents: fc.integer({ min: 0, max: 100_000 }),
  price: fc.integer({ min: 1, max: 99_999_999 }).map((minor) => (minor / 100).toFixed(2)),
});

test('equals the quote of the same partner, asset, amount and price', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ amountCents, feeMarkupBasisPoints, ...offered }) => {
      const deps = worldOf(offered);
      const user = { ...caller, feeMarkupBasisPoints };
      const { quote } = await issueQuote(deps)({ ...order, user, invoiceCode: code(amountCents) }, asking());
      const simulated = await simulateFees(deps)({
        amountCents,
        assetId: usdc.assetId,
        feeMarkupBasisPoints,
        mode: 'sandbox',
      });
      expect(quote.fees.networkCents).toBe(offered.pegged ? '0' : String(offered.feeEstimateCents));
      expect(simulated.order.fees).toEqual(quote.fees);
      expect([simulated.order.amountBaseUnits.toString(), simulated.order.totalCents.toString()]).toEqual([
        quote.amountBaseUnits,
        quote.totalCents,
      ]);
      expect(simulated.quoted?.price.sell).toBe(quote.priceContext.price);
      expect(simulated.schedule.platformBasisPoints).toBe(offered.pegged ? 0 : 150);
    }),
  );
});

test('applies the fees for any asset, and requests no price when the asset is missing', async () => {
  const deps = { ...quoting(), priceFeeds: pricesFrom(() => Promise.reject(new Error('asked'))) };
  const {
    schedule,
    order: priced,
    quoted,
  } = await simulateFees(deps)({
    amountCents: 10_000n,
    assetId: null,
    feeMarkupBasisPoints: 50,
    mode: 'sandbox',
  });
  expect(schedule).toEqual({ floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 50 });
  expect([priced.totalCents, priced.fees.totalCents, quoted]).toEqual([10_200n, '200', null]);
});

test.each([202, 203, 999])('refuses asset %i, which is not for sale, with INVALID_ASSET_ID', async (assetId) => {
  const simulating = simulateFees(quoting())({ amountCents: 100n, assetId, feeMarkupBasisPoints: 0, mode: 'sandbox' });
  await expect(simulating).rejects.toMatchObject({ rejection: { code: 'INVALID_ASSET_ID' } });
});
