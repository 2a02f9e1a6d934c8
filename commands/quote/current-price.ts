import type { Mode } from '../../aggregates/partner/events';
import type { PriceContext } from '../../aggregates/quote/events';
import { rejection } from '../../aggregates/rejection';
import type { Asset, Catalog } from '../ports/chains/catalog';
import type { Clock } from '../ports/clock';
import type { Price, PriceFeeds } from '../ports/providers/price-feed';
import { offeredAsset } from './offered-asset';

export interface PriceDeps {
  readonly clock: Clock;
  readonly priceFeeds: PriceFeeds;
}

const PRICE_DEADLINE_MS = 2_000;
const FRESH_FOR_MS = 60_000;

/** How far a feed's clock may be ahead of ours: a price of the future would never grow old. */
const AHEAD_MS = 10_000;

/** True for a current price of this asset. False also for a price without a valid time. */
export const isCurrent = ({ symbol, asOf }: Price, asked: string, nowMs: number, holdsMs = FRESH_FOR_MS): boolean => {
  const ageMs = nowMs - Date.parse(asOf);
  return symbol === asked && ageMs >= -AHEAD_MS && ageMs < holdsMs;
};

/** The only source of prices. Refuses PROVIDER_NOT_CONFIGURED, PROVIDER_FAILURE without a fresh price. */
export const priceNow = async (deps: PriceDeps, { symbol, pegged }: Asset, mode: Mode): Promise<Price> =>
  pegged ? peggedPrice(symbol, deps.clock.now()) : marketPrice(deps, symbol, mode);

/** The price from a feed, also for pegged assets. Refuses as `priceNow`. */
export const marketPrice = async (
  { clock, priceFeeds }: PriceDeps,
  symbol: string,
  mode: Mode,
  holdsMs = FRESH_FOR_MS,
): Promise<Price> => {
  const feed = priceFeeds[mode];
  if (feed.mode !== mode) throw notConfigured(mode);
  const answer = await feed.price({ deadlineMs: clock.now() + PRICE_DEADLINE_MS }, symbol);
  if (!answer.ok && answer.kind === 'NOT_CONFIGURED') throw notConfigured(mode);
  if (!answer.ok || !isCurrent(answer.value, symbol, clock.now(), holdsMs)) {
    throw rejection('PROVIDER_FAILURE', `No fresh price for ${symbol}`);
  }
  return answer.value;
};

export const ticksOf = ({ ticks }: Pick<Price, 'ticks'>): Pick<PriceContext, 'ticks'> =>
  ticks === undefined ? {} : { ticks };

const notConfigured = (mode: Mode): Error =>
  rejection('PROVIDER_NOT_CONFIGURED', `No price source is configured for ${mode} credentials`);

const peggedPrice = (symbol: string, nowMs: number): Price => {
  const asOf = new Date(nowMs).toISOString();
  return { symbol, pair: `${symbol}/BRL`, sell: '1', buy: '1', asOf, sources: ['pegged'] };
};

export interface CurrentPrice {
  /** BRL per whole unit, decimal. */
  readonly price: string;
  readonly pair: string;
  readonly updatedAt: string;
  readonly cached: boolean;
  readonly cacheAgeMs: number;
}

/** Public: prices of the instance's own mode, sellable or not. Refuses INVALID_ASSET_ID, PROVIDER_*. */
export const currentPrice =
  (deps: PriceDeps & { readonly catalog: Catalog; readonly instance: { readonly mode: Mode } }) =>
  async (assetId: number): Promise<CurrentPrice> => {
    const { mode } = deps.instance;
    const offered = offeredAsset(deps.catalog, assetId, mode);
    if (offered === null) throw rejection('INVALID_ASSET_ID', 'Unknown assetId; see accepted-cryptos');
    const { sell: price, pair, asOf: updatedAt, cacheAgeMs } = await priceNow(deps, offered.asset, mode);
    return { price, pair, updatedAt, cached: cacheAgeMs !== undefined, cacheAgeMs: cacheAgeMs ?? 0 };
  };
