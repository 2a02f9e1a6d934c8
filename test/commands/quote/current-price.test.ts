import { isRejection } from '../../../aggregates/rejection';
import type { PriceFeed, PriceFeeds } from '../../../commands/ports/providers/price-feed';
import { currentPrice, priceNow } from '../../../commands/quote/current-price';
import { issueQuote } from '../../../commands/quote/issue-quote';
import { simulateFees } from '../../../commands/quote/simulate-fees';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { asking } from '../../core';
import { failed } from '../../doubles/scripted-provider';
import { catalog, order, pricesFrom, quoting, steadyPrices } from '../../samples/quoting';

const pegged = { ...catalog, assets: catalog.assets.map((asset) => ({ ...asset, pegged: true })) };
const silent = pricesFrom(() => Promise.reject(new Error('asked')));

/** A price as it was at noon, asked for later. */
const askedLater = (ageMs: number, asOf = time(0)) => {
  const deps = quoting();
  const noon = steadyPrices(deps.clock).price;
  const price: PriceFeed['price'] = async (context, symbol) => {
    const answer = await noon(context, symbol);
    return answer.ok ? { ok: true, value: { ...answer.value, asOf } } : answer;
  };
  deps.clock.advance(ageMs);
  return { ...deps, priceFeeds: pricesFrom(price) };
};

/** The three ways to a price. */
const waysOver = (deps: ReturnType<typeof quoting>) => [
  () => issueQuote(deps)(order, asking()),
  () => simulateFees(deps)({ amountCents: 100n, assetId: 201, feeMarkupBasisPoints: 0, mode: 'sandbox' }),
  () => currentPrice(deps)(201),
];

const refusalsOf = (deps: ReturnType<typeof quoting>) =>
  Promise.all(
    waysOver(deps).map((way) =>
      way().then(
        () => null,
        (error: unknown) => (isRejection(error) ? error.rejection.code : error),
      ),
    ),
  );

const allOf = <Value>(value: Value) => [value, value, value];

test('refuses a price that is 60 s old, even when it was fetched now', async () => {
  expect(await refusalsOf(askedLater(59_999))).toEqual(allOf(null));
  expect(await refusalsOf(askedLater(60_000))).toEqual(allOf('PROVIDER_FAILURE'));
  expect(await refusalsOf(askedLater(0, 'yesterday'))).toEqual(allOf('PROVIDER_FAILURE'));
});

test('refuses a price with a future time, because it would never expire', async () => {
  expect(await refusalsOf(askedLater(0, time(10)))).toEqual(allOf(null));
  expect(await refusalsOf(askedLater(0, time(11)))).toEqual(allOf('PROVIDER_FAILURE'));
});

test('refuses a price of another asset', async () => {
  const deps = quoting();
  const steady = steadyPrices(deps.clock).price;
  const priceFeeds = pricesFrom((context) => steady(context, 'BTC'));
  expect(await refusalsOf({ ...deps, priceFeeds })).toEqual(allOf('PROVIDER_FAILURE'));
});

test.each([
  ['NOT_CONFIGURED', 'PROVIDER_NOT_CONFIGURED'],
  ['UNAVAILABLE', 'PROVIDER_FAILURE'],
  ['NOT_FOUND', 'PROVIDER_FAILURE'],
] as const)('answers a feed that is %s with %s', async (kind, code) => {
  const priceFeeds = pricesFrom(async () => failed(kind));
  expect(await refusalsOf({ ...quoting(), priceFeeds })).toEqual(allOf(code));
});

test('prices a pegged asset at one real, and asks no feed', async () => {
  const deps = { ...quoting(), catalog: pegged, priceFeeds: silent };
  deps.clock.advance(5_000);
  const { quote } = await issueQuote(deps)(order, asking());
  expect(quote.priceContext).toMatchObject({ pair: 'USDC/BRL', price: '1', asOf: time(5), sources: ['pegged'] });
  const { quoted } = await simulateFees(deps)({
    amountCents: 100n,
    assetId: 201,
    feeMarkupBasisPoints: 0,
    mode: 'sandbox',
  });
  expect(quoted?.price).toMatchObject({ pair: 'USDC/BRL', sell: '1', asOf: time(5), sources: ['pegged'] });
  expect(await currentPrice(deps)(201)).toEqual({
    ...{ price: '1', pair: 'USDC/BRL', updatedAt: time(5), cached: false, cacheAgeMs: 0 },
  });
});

test('prices an asset that is not for sale, and refuses an unknown one', async () => {
  expect(await currentPrice(quoting())(202)).toMatchObject({ price: '5.40', pair: 'USDT/BRL' });
  await expect(currentPrice(quoting())(999)).rejects.toMatchObject({ rejection: { code: 'INVALID_ASSET_ID' } });
});

test('gives a feed two seconds', async () => {
  const deps = quoting();
  const deadlines: number[] = [];
  const price: PriceFeed['price'] = (context, symbol) => {
    deadlines.push(context.deadlineMs);
    return steadyPrices(deps.clock).price(context, symbol);
  };
  const [usdc] = catalog.assets;
  if (usdc === undefined) throw new Error('the catalog is empty');
  await priceNow({ clock: deps.clock, priceFeeds: pricesFrom(price) }, usdc, 'sandbox');
  expect(deadlines).toEqual([deps.clock.now() + 2_000]);
});

test('asks no source of the other mode, even against its type', async () => {
  const deps = quoting();
  const { sandbox } = deps.priceFeeds;
  const swapped = { live: sandbox, sandbox } as unknown as PriceFeeds;
  const [usdc] = catalog.assets;
  if (usdc === undefined) throw new Error('the catalog is empty');
  await expect(priceNow({ clock: deps.clock, priceFeeds: swapped }, usdc, 'live')).rejects.toMatchObject({
    rejection: { code: 'PROVIDER_NOT_CONFIGURED' },
  });
});
