import type { Mode } from '../../aggregates/partner/events';
import { type MarketPrice, marketPrice } from '../../aggregates/quote/market/market-price';
import { pegPrice } from '../../aggregates/quote/market/peg-price';
import { type JudgedTick, pairOf, type Tick } from '../../aggregates/quote/market/tick';
import type { Alert } from '../../commands/alerts/kinds';
import type { Price, PriceFeed, PriceTick } from '../../commands/ports/providers/price-feed';
import type { Result } from '../../commands/ports/providers/result';
import { failure } from '../providers/failures';
import { PEG_SOURCE, REFERENCE } from './sources/sources';
import type { TickMemory } from './tick-memory';

export interface MarketFeedOptions<M extends Mode> {
  readonly mode: M;
  readonly ticks: Pick<TickMemory, 'now'>;
  readonly clock: { readonly now: () => number };
  /** The market's symbol of an asset, such as BTC for WBTC. */
  readonly pricedAs: (symbol: string) => string;
  readonly isPegged: (symbol: string) => boolean;
  readonly alert: Alert;
}

const NAME = 'market';

const toldTick = ({ tick, dropped }: Pick<JudgedTick, 'tick' | 'dropped'>): PriceTick => ({
  ...{ source: tick.source, pair: pairOf(tick), bid: tick.bid, ask: tick.ask },
  at: new Date(tick.sourceMs ?? tick.receivedMs).toISOString(),
  ...(dropped === null ? {} : { dropped }),
});

export const isOfExchange = ({ source }: Tick): boolean => source !== REFERENCE && source !== PEG_SOURCE;

const REFUSALS = {
  TOO_FEW_SOURCES: 'fewer than two sources agree on a price',
  OFF_REFERENCE: 'the market price differs by more than 4 % from PTAX',
} as const;

const alertOf = (price: MarketPrice, symbol: string, alert: Alert): void => {
  if (!price.isPriced && price.refusal === 'OFF_REFERENCE')
    alert('The market price differs too much from PTAX: quotes are refused', { symbol });
  if (price.isReferenceOld)
    alert('PTAX is older than six days: the comparison of prices with PTAX is off', { source: REFERENCE });
};

const pegged = (ticks: readonly Tick[], symbol: string, nowMs: number): Result<Price> => {
  const told = ticks.filter(({ source }) => source === PEG_SOURCE);
  const found = pegPrice(told, symbol, nowMs);
  if (found === null) return failure(NAME, 'UNAVAILABLE', 'OTHER', `${symbol}/BRL: no market price of a pegged asset`);
  const { price, asOfMs, tick } = found;
  const shown = { symbol, pair: pairOf(tick), sell: price, buy: price, asOf: new Date(asOfMs).toISOString() };
  const ticksTold = [toldTick({ tick, dropped: null })];
  return { ok: true, value: { ...shown, sources: [PEG_SOURCE], ticks: ticksTold, cacheAgeMs: nowMs - asOfMs } };
};

export const createMarketFeed = <M extends Mode>(options: MarketFeedOptions<M>): PriceFeed<M> => {
  const { mode, ticks, clock, pricedAs, isPegged, alert } = options;
  const price: PriceFeed['price'] = async (_context, symbol) => {
    const all = await ticks.now().catch(() => null);
    if (all === null) return failure(NAME, 'UNAVAILABLE', 'OTHER', 'The stored prices cannot be read');
    if (isPegged(symbol)) return pegged(all, symbol, clock.now());
    const priced = pricedAs(symbol);
    const reference = all.find(({ source }) => source === REFERENCE) ?? null;
    const now = clock.now();
    const found = marketPrice({ ticks: all.filter(isOfExchange), reference }, priced, now);
    alertOf(found, symbol, alert);
    if (!found.isPriced) return failure(NAME, 'UNAVAILABLE', 'OTHER', `${priced}/BRL: ${REFUSALS[found.refusal]}`);
    const { sell, buy, asOfMs, sources } = found;
    const shown = { symbol, pair: `${priced}/BRL`, sell, buy, asOf: new Date(asOfMs).toISOString(), sources };
    return { ok: true, value: { ...shown, ticks: found.ticks.map(toldTick), cacheAgeMs: Math.max(0, now - asOfMs) } };
  };
  return { name: NAME, mode, price };
};
