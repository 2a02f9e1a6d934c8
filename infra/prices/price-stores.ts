import type { Price, PriceFeed } from '../../commands/ports/providers/price-feed';
import { createBoundedMap } from '../../commands/timing/bounded-map';
import type { RedisConnection } from '../redis/connection';
import type { KeptPrice, PriceStore } from './cached-price-feed';

const MAXIMUM_SYMBOLS = 1_000;

/** For one process; readers enforce the TTL. */
export const createMemoryPriceStore = (maximumSymbols = MAXIMUM_SYMBOLS): PriceStore => {
  const kept = createBoundedMap<KeptPrice>(maximumSymbols);
  return {
    read: async (symbol) => kept.get(symbol) ?? null,
    write: async (symbol, price) => kept.set(symbol, price),
  };
};

/** Shared by every process on one Redis, per mode. Malformed values read as null. */
export const createRedisPriceStore = (
  connection: RedisConnection,
  { name, mode }: Pick<PriceFeed, 'name' | 'mode'>,
): PriceStore => {
  const keyOf = (symbol: string): string => `${connection.prefix}price:${mode}:${name}:${symbol}`;
  return {
    read: async (symbol) => keptPriceOf(await connection.run(async (client) => client.get(keyOf(symbol)))),
    write: async (symbol, kept, ttlMs) => {
      const expiration = { type: 'PX', value: ttlMs } as const;
      await connection.run((client) => client.set(keyOf(symbol), JSON.stringify(kept), { expiration }));
    },
  };
};

const keptPriceOf = (text: string | null): KeptPrice | null => {
  if (text === null) return null;
  const { price, fetchedAtMs } = JSON.parse(text) as {
    readonly price?: Partial<Price>;
    readonly fetchedAtMs?: unknown;
  };
  const texts = [price?.symbol, price?.pair, price?.sell, price?.buy, price?.asOf];
  const isPrice = texts.every((part) => typeof part === 'string') && Array.isArray(price?.sources);
  return isPrice && typeof fetchedAtMs === 'number' ? { price: price as Price, fetchedAtMs } : null;
};
