import type { Price, PriceFeed } from '../../../../commands/ports/providers/price-feed';
import type { Result } from '../../../../commands/ports/providers/result';
import { createCachedPriceFeed, PRICE_TTL_MS, type PriceStore } from '../../../../infra/prices/cached-price-feed';
import { createMemoryPriceStore, createRedisPriceStore } from '../../../../infra/prices/price-stores';
import type { RedisConnection } from '../../../../infra/redis/connection';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { connected, describeWithRedis, freePort, redisClient, startRedis, type TestRedis } from '../../../stores/redis';

const FAILURE = { ok: false, kind: 'UNAVAILABLE', code: 'OTHER', provider: 'test', message: 'away' } as const;

/** A feed whose answers are counted; the price says which answer it was. */
const countingFeed = (clock: ReturnType<typeof manualClock>, asOfAgeMs = 0) => {
  let calls = 0;
  let isAway = false;
  const price = async (_context: unknown, symbol: string): Promise<Result<Price>> => {
    calls += 1;
    if (isAway) return FAILURE;
    const asOf = new Date(clock.now() - asOfAgeMs).toISOString();
    const sides = { sell: `${calls}.00`, buy: `${calls}.50` };
    return { ok: true, value: { symbol, pair: `${symbol}/BRL`, ...sides, asOf, sources: ['test'] } };
  };
  const feed: PriceFeed = { name: 'test', mode: 'sandbox', price };
  return {
    feed,
    calls: () => calls,
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
};

const KEPT = { name: 'test', mode: 'sandbox' } as const;
const CONTEXT = { deadlineMs: Number.MAX_SAFE_INTEGER };

const cacheContract = (open: () => PriceStore): void => {
  const begin = (asOfAgeMs = 0) => {
    const clock = manualClock();
    const source = countingFeed(clock, asOfAgeMs);
    const store = open();
    const cached = createCachedPriceFeed({ feed: source.feed, store, clock });
    const ask = async (symbol = 'BTC') => {
      const answer = await cached.price(CONTEXT, symbol);
      return answer.ok ? { sell: answer.value.sell, cacheAgeMs: answer.value.cacheAgeMs } : answer.code;
    };
    return { clock, source, store, ask };
  };

  it('gives a price again within its time, and says how old it is', async () => {
    const { clock, source, ask } = begin();
    expect(await ask()).toEqual({ sell: '1.00', cacheAgeMs: undefined });
    clock.advance(PRICE_TTL_MS - 1);
    expect(await ask()).toEqual({ sell: '1.00', cacheAgeMs: PRICE_TTL_MS - 1 });
    expect(source.calls()).toBe(1);
  });

  it('asks the feed again afterwards, and never gives an old price for a fresh one', async () => {
    const { clock, source, ask } = begin();
    await ask();
    clock.advance(PRICE_TTL_MS);
    source.setAway(true);
    expect(await ask()).toBe('OTHER');
    source.setAway(false);
    expect(await ask()).toEqual({ sell: '3.00', cacheAgeMs: undefined });
  });

  it('does not give a price whose sources are no longer fresh', async () => {
    const { clock, ask } = begin(59_000);
    await ask();
    clock.advance(999);
    expect(await ask()).toEqual({ sell: '1.00', cacheAgeMs: 999 });
    clock.advance(1);
    expect(await ask()).toEqual({ sell: '2.00', cacheAgeMs: undefined });
  });

  it('neither gives nor keeps a price that is old when it comes', async () => {
    const { source, store, ask } = begin(60_000);
    expect([await ask(), await ask(), source.calls()]).toEqual(['OTHER', 'OTHER', 2]);
    expect(await store.read('BTC')).toBeNull();
  });

  it('is shared by all who have the store', async () => {
    const { clock, store, ask } = begin();
    await ask();
    const other = createCachedPriceFeed({ feed: countingFeed(clock).feed, store, clock });
    expect(await other.price(CONTEXT, 'BTC')).toMatchObject({ ok: true, value: { sell: '1.00', cacheAgeMs: 0 } });
  });
};

describe('a price cache in memory', () => {
  cacheContract(createMemoryPriceStore);

  it('keeps a stated number of symbols', async () => {
    const store = createMemoryPriceStore(2);
    const price = { symbol: 'A', pair: 'A/BRL', sell: '1', buy: '1', asOf: '', sources: [] };
    for (const symbol of ['A', 'B', 'C']) await store.write(symbol, { price, fetchedAtMs: 0 }, 1);
    expect(await store.read('A')).toBeNull();
    expect(await store.read('B')).not.toBeNull();
  });
});

describeWithRedis('a price cache in Redis', () => {
  let server: TestRedis;
  let connection: RedisConnection;
  beforeAll(async () => {
    server = await startRedis(await freePort());
    connection = redisClient(server.url);
    await connected(connection);
  });
  beforeEach(async () => {
    await connection.run((client) => client.flushAll());
  });
  afterAll(async () => {
    connection.close();
    await server.stop();
  });

  cacheContract(() => createRedisPriceStore(connection, KEPT));

  it('leaves nothing behind', async () => {
    const clock = manualClock();
    const store = createRedisPriceStore(connection, KEPT);
    await createCachedPriceFeed({ feed: countingFeed(clock).feed, store, clock }).price(CONTEXT, 'BTC');
    const leftMs = await connection.run((client) => client.pTTL('lastro:test:price:sandbox:test:BTC'));
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(PRICE_TTL_MS);
  });

  it.each([
    '',
    '{}',
    '[]',
    'null',
    '{"price":{"sell":"1"},"fetchedAtMs":1}',
    'no JSON',
  ])('takes %j for no price', async (text) => {
    const clock = manualClock();
    await connection.run((client) => client.set('lastro:test:price:sandbox:test:BTC', text));
    const source = countingFeed(clock);
    const store = createRedisPriceStore(connection, KEPT);
    const answer = await createCachedPriceFeed({ feed: source.feed, store, clock }).price(CONTEXT, 'BTC');
    expect(answer).toMatchObject({ ok: true, value: { sell: '1.00' } });
  });

  it('is done without when Redis is away', async () => {
    const away = redisClient(`redis://127.0.0.1:${await freePort()}`);
    const store = createRedisPriceStore(away, KEPT);
    const clock = manualClock();
    const answer = await createCachedPriceFeed({ feed: countingFeed(clock).feed, store, clock }).price(CONTEXT, 'BTC');
    expect(answer).toMatchObject({ ok: true, value: { sell: '1.00' } });
    away.close();
  });
});
