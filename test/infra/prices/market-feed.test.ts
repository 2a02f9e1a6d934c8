import type { Tick } from '../../../aggregates/quote/market/tick';
import { createMarketFeed } from '../../../infra/prices/market-feed';
import { createTickMemory } from '../../../infra/prices/tick-memory';

const NOW = Date.parse('2026-11-27T15:00:00.000Z');
const CONTEXT = { deadlineMs: Number.MAX_SAFE_INTEGER };

const tick = (source: string, price: string, base = 'USDT'): Tick => ({
  ...{ source, base, quote: 'BRL', bid: price, ask: price, sourceMs: NOW - 500, receivedMs: NOW, changedMs: NOW },
});

const AGREEING = [tick('a', '5.40'), tick('b', '5.42'), tick('ptax', '5.41', 'USD')];

const feedOver = (read: () => Promise<readonly Tick[]>) => {
  const [alerts, time]: [string[], { nowMs: number }] = [[], { nowMs: NOW }];
  const clock = { now: () => time.nowMs };
  const ticks = createTickMemory({ read }, clock);
  const feed = createMarketFeed({
    ...{ mode: 'live', ticks, clock },
    pricedAs: (symbol) => (symbol === 'SIMUSD' ? 'USDT' : symbol),
    isPegged: (symbol) => symbol === 'BRLA',
    alert: (says) => alerts.push(says),
  });
  return { feed, alerts, time, ticks };
};

test('gives the price, its sources and each tick', async () => {
  const { feed, alerts } = feedOver(async () => [...AGREEING, tick('c', '9.99')]);
  const at = '2026-11-27T14:59:59.500Z';
  const told = { pair: 'USDT/BRL', at };
  expect(await feed.price(CONTEXT, 'SIMUSD')).toEqual({
    ok: true,
    value: {
      ...{ symbol: 'SIMUSD', pair: 'USDT/BRL', sell: '5.41', buy: '5.41', asOf: at, cacheAgeMs: 500 },
      sources: ['a', 'b'],
      ticks: [
        { source: 'a', bid: '5.40', ask: '5.40', ...told },
        { source: 'b', bid: '5.42', ask: '5.42', ...told },
        { source: 'c', bid: '9.99', ask: '9.99', ...told, dropped: 'OUTLYING' },
      ],
    },
  });
  expect(alerts).toEqual([]);
});

test('gives the price of CoinGecko for a pegged asset, at most 15 minutes old', async () => {
  const told = { ...tick('coingecko', '0.998', 'BRLA'), sourceMs: NOW - 60_000 };
  const { feed, time } = feedOver(async () => [...AGREEING, told]);
  const answer = await feed.price(CONTEXT, 'BRLA');
  expect(answer).toMatchObject({ ok: true, value: { sell: '0.998', buy: '0.998', sources: ['coingecko'] } });
  time.nowMs = NOW + 14 * 60_000;
  expect(await feed.price(CONTEXT, 'BRLA')).toMatchObject({ ok: true, value: { asOf: '2026-11-27T14:59:00.000Z' } });
  time.nowMs += 1;
  expect(await feed.price(CONTEXT, 'BRLA')).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
});

test.each([
  ['unreadable', { bid: 'much' }],
  ['zero', { bid: '0' }],
  ['from the future', { sourceMs: NOW + 10_001 }],
  ['no longer received', { receivedMs: NOW - 900_001 }],
  ['of an exchange', { source: 'binance' }],
])('refuses a price of a pegged asset that is %s', async (_what, changes) => {
  const { feed } = feedOver(async () => [{ ...tick('coingecko', '1', 'BRLA'), ...changes }]);
  expect(await feed.price(CONTEXT, 'BRLA')).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
});

test('refuses a price that differs too much from PTAX, and raises an alert', async () => {
  const { feed, alerts } = feedOver(async () => [tick('a', '6.40'), tick('b', '6.40'), tick('ptax', '5.41', 'USD')]);
  expect(await feed.price(CONTEXT, 'USDT')).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  expect(alerts).toEqual(['The market price differs too much from PTAX: quotes are refused']);
});

test('raises an alert while PTAX is missing, and continues', async () => {
  const { feed, alerts } = feedOver(async () => AGREEING.slice(0, 2));
  expect(await feed.price(CONTEXT, 'USDT')).toMatchObject({ ok: true });
  expect(alerts).toEqual(['PTAX is older than six days: the comparison of prices with PTAX is off']);
});

test('reads the rows once a second, for any number of callers', async () => {
  let count = 0;
  const { feed, time } = feedOver(async () => {
    count += 1;
    return AGREEING;
  });
  await Promise.all([feed.price(CONTEXT, 'USDT'), feed.price(CONTEXT, 'USDT')]);
  time.nowMs += 999;
  await feed.price(CONTEXT, 'USDT');
  expect(count).toBe(1);
  time.nowMs += 1;
  await feed.price(CONTEXT, 'USDT');
  expect(count).toBe(2);
});

test('refuses while the rows cannot be read, and reads again at the next call', async () => {
  let isAway = true;
  const { feed } = feedOver(async () => {
    if (isAway) throw new Error('away');
    return AGREEING;
  });
  expect(await feed.price(CONTEXT, 'USDT')).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  isAway = false;
  expect(await feed.price(CONTEXT, 'USDT')).toMatchObject({ ok: true });
});
