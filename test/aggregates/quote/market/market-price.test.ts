import { marketPrice } from '../../../../aggregates/quote/market/market-price';
import type { Tick } from '../../../../aggregates/quote/market/tick';

const NOW = Date.parse('2026-11-27T15:00:00.000Z');

const tick = (source: string, price: string, more: Partial<Tick> = {}): Tick => ({
  ...{ source, base: 'USDT', quote: 'BRL', bid: price, ask: price, sourceMs: null },
  ...{ receivedMs: NOW - 1_000, changedMs: NOW - 1_000 },
  ...more,
});

const priceOf = (ticks: readonly Tick[], symbol = 'USDT', reference: Tick | null = null) =>
  marketPrice({ ticks, reference }, symbol, NOW);

const droppedOf = (ticks: readonly Tick[], symbol = 'USDT') =>
  priceOf(ticks, symbol).ticks.map(({ dropped }) => dropped);

const ETH = { base: 'ETH' } as const;
const ETH_IN_DOLLARS = { base: 'ETH', quote: 'USDT' } as const;

test('takes the median bid to buy crypto and the median ask to sell crypto', () => {
  const ticks = [
    tick('a', '5.40', { ask: '5.41' }),
    tick('b', '5.42', { ask: '5.43' }),
    tick('c', '5.41', { ask: '5.42' }),
  ];
  expect(priceOf(ticks)).toMatchObject({ isPriced: true, sell: '5.41', buy: '5.42', sources: ['a', 'b', 'c'] });
});

test('rounds a sell price down and a buy price up', () => {
  const ticks = [tick('a', '5.4000000001'), tick('b', '5.4000000001')];
  expect(priceOf(ticks)).toMatchObject({ sell: '5.4', buy: '5.40000001' });
});

test.each<[string, Partial<Tick>, string]>([
  ['a source whose answer is older than a minute', { sourceMs: NOW - 60_001 }, 'STALE'],
  ['a source that has stopped answering', { sourceMs: NOW, receivedMs: NOW - 60_001 }, 'STALE'],
  ['a source without a time whose answer has stood for a minute', { changedMs: NOW - 60_001 }, 'STALE'],
  ['a time in the future', { sourceMs: NOW + 10_001 }, 'STALE'],
  ['a crossed book', { ask: '5.39' }, 'CROSSED'],
  ['a wide book', { ask: '5.51' }, 'WIDE'],
  ['a price of zero', { bid: '0' }, 'UNREADABLE'],
  ['a negative price', { bid: '-5.40' }, 'UNREADABLE'],
  ['a price in words', { bid: 'NaN' }, 'UNREADABLE'],
])('drops %s', (_what, more, dropped) => {
  const ticks = [tick('a', '5.40'), tick('b', '5.40'), tick('c', '5.40', more)];
  expect(droppedOf(ticks)).toEqual([null, null, dropped]);
});

test('drops a stablecoin price 0.75 % from the median and keeps another asset within 1.5 %', () => {
  const apart = ['5.40', '5.40', '5.45'];
  expect(droppedOf(apart.map((price, index) => tick(`${index}`, price)))).toEqual([null, null, 'OUTLYING']);
  expect(
    droppedOf(
      apart.map((price, index) => tick(`${index}`, price, ETH)),
      'ETH',
    ),
  ).toEqual([null, null, null]);
});

test('refuses a price of a single source', () => {
  expect(priceOf([tick('a', '5.40')])).toMatchObject({ isPriced: false, refusal: 'TOO_FEW_SOURCES' });
  expect(priceOf([tick('a', '5.40'), tick('a', '5.40')])).toMatchObject({ isPriced: false });
});

describe('an asset without two direct pairs', () => {
  const dollar = [tick('a', '5.40'), tick('b', '5.40')];

  test('multiplies its dollar price by the dollar in reais', () => {
    const ticks = [...dollar, tick('a', '10800', ETH), tick('b', '2000', ETH_IN_DOLLARS)];
    expect(priceOf(ticks, 'ETH')).toMatchObject({ isPriced: true, sell: '10800', buy: '10800', sources: ['a', 'b'] });
  });

  test('counts a source once, with any number of pairs', () => {
    const ticks = [...dollar, tick('a', '10800', ETH), tick('a', '2000', ETH_IN_DOLLARS)];
    expect(priceOf(ticks, 'ETH')).toMatchObject({ isPriced: false, refusal: 'TOO_FEW_SOURCES' });
  });

  test('refuses a price over dollars from a single source', () => {
    const ticks = [tick('a', '5.40'), tick('a', '10800', ETH), tick('b', '2000', ETH_IN_DOLLARS)];
    expect(priceOf(ticks, 'ETH')).toMatchObject({ isPriced: false });
  });
});

describe('the rate of the central bank', () => {
  const reference = (rate: string, ageMs: number) => tick('ptax', rate, { base: 'USD', sourceMs: NOW - ageMs });
  const DAY_MS = 86_400_000;
  const agreeing = [tick('a', '5.40'), tick('b', '5.40')];

  test('refuses a dollar more than 4 % apart', () => {
    expect(priceOf(agreeing, 'USDT', reference('5.10', DAY_MS))).toMatchObject({ refusal: 'OFF_REFERENCE' });
    expect(priceOf(agreeing, 'USDT', reference('5.25', DAY_MS))).toMatchObject({ isPriced: true });
  });

  test('refuses an asset whose price makes the dollar more than 4 % apart', () => {
    const ticks = [tick('a', '10800', ETH), tick('b', '10800', ETH), tick('b', '2000', ETH_IN_DOLLARS)];
    expect(priceOf(ticks, 'ETH', reference('5.40', DAY_MS))).toMatchObject({ isPriced: true });
    expect(priceOf(ticks, 'ETH', reference('5.00', DAY_MS))).toMatchObject({ refusal: 'OFF_REFERENCE' });
  });

  test('continues without a rate that is younger than six days, and reports that', () => {
    expect(priceOf(agreeing, 'USDT', reference('5.10', 6 * DAY_MS + 1))).toMatchObject({
      ...{ isPriced: true, isReferenceOld: true },
    });
    expect(priceOf(agreeing)).toMatchObject({ isPriced: true, isReferenceOld: true });
    expect(priceOf(agreeing, 'USDT', reference('5.40', DAY_MS))).toMatchObject({ isReferenceOld: false });
  });
});

test('returns at most 20 ticks', () => {
  const ticks = Array.from({ length: 30 }, (_, index) => tick(`${index}`, '5.40'));
  expect(priceOf(ticks).ticks).toHaveLength(20);
});
