import { rejection } from '../aggregates/rejection';
import type { Asset, Catalog } from './ports/catalog';
import type { Clock } from './ports/clock';
import type { Price, PriceFeed } from './ports/price-feed';

export interface PriceDeps {
  readonly clock: Clock;
  readonly priceFeed: PriceFeed;
}

/** How long a price source may take. */
const PRICE_DEADLINE_MS = 2_000;
/** Design: providers, section 4. An older price is no price, whenever it was fetched. */
const FRESH_FOR_MS = 60_000;

/** Whether a price is recent enough to sell at; one that does not say when it was made is not. */
export const isFresh = ({ asOf }: Pick<Price, 'asOf'>, nowMs: number): boolean =>
  nowMs - Date.parse(asOf) < FRESH_FOR_MS;

/**
 * The price of an asset, now: the one way to it. Refuses PROVIDER_NOT_CONFIGURED, and PROVIDER_FAILURE when there is no
 * fresh one. A pegged asset is one real by definition, and nobody is asked.
 */
export const priceNow = async ({ clock, priceFeed }: PriceDeps, { symbol, pegged }: Asset): Promise<Price> => {
  if (pegged) return peggedPrice(symbol, clock.now());
  const answer = await priceFeed.price({ deadlineMs: clock.now() + PRICE_DEADLINE_MS }, symbol);
  if (!answer.ok && answer.kind === 'NOT_CONFIGURED') {
    throw rejection('PROVIDER_NOT_CONFIGURED', 'No price feed is configured');
  }
  if (!answer.ok || !isFresh(answer.value, clock.now())) {
    throw rejection('PROVIDER_FAILURE', `No fresh price for ${symbol}`);
  }
  return answer.value;
};

const peggedPrice = (symbol: string, nowMs: number): Price => {
  const asOf = new Date(nowMs).toISOString();
  return { symbol, pair: `${symbol}/BRL`, sell: '1', buy: '1', asOf, sources: ['pegged'] };
};

export interface CurrentPrice {
  /** BRL for one whole unit, as a decimal. */
  readonly price: string;
  readonly pair: string;
  readonly updatedAt: string;
  readonly cached: boolean;
  readonly cacheAgeMs: number;
}

/** The price of an asset of the catalog, whether or not it can be sold. Refuses INVALID_ASSET_ID, PROVIDER_*. */
export const currentPrice =
  (deps: PriceDeps & { readonly catalog: Catalog }) =>
  async (assetId: number): Promise<CurrentPrice> => {
    const asset = deps.catalog.assets.find((candidate) => candidate.assetId === assetId);
    if (asset === undefined) throw rejection('INVALID_ASSET_ID', 'Unknown assetId; see accepted-cryptos');
    const { sell: price, pair, asOf: updatedAt, cacheAgeMs } = await priceNow(deps, asset);
    return { price, pair, updatedAt, cached: cacheAgeMs !== undefined, cacheAgeMs: cacheAgeMs ?? 0 };
  };
