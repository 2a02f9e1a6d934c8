import type { Mode } from '../../aggregates/partner/events';
import type { Clock } from '../../commands/ports/clock';
import type { Price, PriceFeed } from '../../commands/ports/providers/price-feed';
import type { Result } from '../../commands/ports/providers/result';
import { isCurrent } from '../../commands/quote/current-price';
import { failure } from '../providers/failures';

/** `fetchedAtMs`: milliseconds since 1970. */
export interface KeptPrice {
  readonly price: Price;
  readonly fetchedAtMs: number;
}

export interface PriceStore {
  readonly read: (symbol: string) => Promise<KeptPrice | null>;
  readonly write: (symbol: string, kept: KeptPrice, ttlMs: number) => Promise<void>;
}

export interface CachedPriceFeedOptions<M extends Mode> {
  readonly feed: PriceFeed<M>;
  readonly store: PriceStore;
  readonly clock: Clock;
}

/** Long enough to absorb a crowd, short beside market movements. */
export const PRICE_TTL_MS = 3_000;

/** Never caches failures or answers stale prices; the feed's own late, early and foreign answers become UNAVAILABLE. */
export const createCachedPriceFeed = <M extends Mode>({
  feed,
  store,
  clock,
}: CachedPriceFeedOptions<M>): PriceFeed<M> => {
  const underWay = new Map<string, Promise<Result<Price>>>();
  const readKept = async (symbol: string): Promise<Price | null> => {
    const kept = await store.read(symbol).catch(() => null);
    if (kept === null) return null;
    // The fetching process's clock may be ahead.
    const cacheAgeMs = Math.max(0, clock.now() - kept.fetchedAtMs);
    return cacheAgeMs < PRICE_TTL_MS && isCurrent(kept.price, symbol, clock.now())
      ? { ...kept.price, cacheAgeMs }
      : null;
  };
  const fetchPrice: PriceFeed['price'] = async (context, symbol) => {
    const answer = await feed.price(context, symbol);
    if (!answer.ok) return answer;
    if (!isCurrent(answer.value, symbol, clock.now())) {
      return failure(
        feed.name,
        'UNAVAILABLE',
        'OTHER',
        `Asked for ${symbol}, the price is of ${answer.value.symbol} at ${answer.value.asOf}`,
      );
    }
    const kept = { price: answer.value, fetchedAtMs: clock.now() };
    await store.write(symbol, kept, PRICE_TTL_MS).catch(() => undefined);
    return answer;
  };
  const find: PriceFeed['price'] = async (context, symbol) => {
    const kept = await readKept(symbol);
    return kept === null ? fetchPrice(context, symbol) : { ok: true, value: kept };
  };
  return {
    name: feed.name,
    mode: feed.mode,
    price: (context, symbol) => {
      const joined = underWay.get(symbol);
      if (joined !== undefined) return joined;
      const found = find(context, symbol).finally(() => underWay.delete(symbol));
      underWay.set(symbol, found);
      return found;
    },
  };
};
