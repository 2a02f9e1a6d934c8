import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Mode } from '../../../../aggregates/partner/events';
import { DOLLAR } from '../../../../aggregates/quote/market/market-price';
import type { Alert } from '../../../../commands/alerts/kinds';
import type { Catalog } from '../../../../commands/ports/chains/catalog';
import type { PriceFeed } from '../../../../commands/ports/providers/price-feed';
import { rememberedFor } from '../../../../commands/timing/remembered-for';
import { systemClock } from '../../../../infra/clock';
import { createNotifier, type NotifierOptions } from '../../../../infra/postgres/notify';
import { createQuery } from '../../../../infra/postgres/query';
import { createMarketFeed } from '../../../../infra/prices/market-feed';
import { pollSources } from '../../../../infra/prices/poll-sources';
import { choosePriceFeeds } from '../../../../infra/prices/price-feeds';
import type { PriceSource } from '../../../../infra/prices/sources/source';
import {
  PEG_SOURCE,
  PRICE_SOURCE_NAMES,
  PRICE_SOURCES,
  type PriceSourceName,
} from '../../../../infra/prices/sources/sources';
import { createTickMemory, type TickMemory } from '../../../../infra/prices/tick-memory';
import { createTickRows, TICKS_CHANNEL } from '../../../../infra/prices/tick-rows';
import type { Reads } from '../../../../infra/providers/http/reads';
import { holdLease } from '../../../../infra/work/hold-lease';
import type { Config } from '../../../config';
import type { ServicePorts } from '../../../service-ports';
import { type ProviderEntry, readProvidersFile } from './providers-file';

export interface Priced {
  readonly providers: readonly ProviderEntry[];
  readonly sandboxPrices: Config['SANDBOX_PRICES'];
}

type Given = Pick<Config, 'PROVIDERS_FILE' | 'SANDBOX_PRICES' | 'production'>;

/** Throws on a wrong file. */
export const readPriced = ({ PROVIDERS_FILE: file, SANDBOX_PRICES: sandboxPrices, production }: Given): Priced => ({
  ...{ sandboxPrices, providers: file === undefined ? [] : readProvidersFile(file, production) },
});

const isSource = (adapter: string): adapter is PriceSourceName => PRICE_SOURCE_NAMES.some((name) => name === adapter);

interface NamedSource {
  readonly adapter: PriceSourceName;
  readonly url: string;
}

/** The sources of the file; those of exchanges where the sandbox alone needs prices. */
const namedSources = ({ providers, sandboxPrices }: Priced): readonly NamedSource[] => {
  const named = providers.flatMap(({ adapter, url }): readonly NamedSource[] =>
    isSource(adapter) ? [{ adapter, url: url ?? PRICE_SOURCES[adapter].url }] : [],
  );
  if (named.length > 0 || sandboxPrices !== 'market') return named;
  return PRICE_SOURCE_NAMES.filter((adapter) => adapter !== PEG_SOURCE).map((adapter) => ({
    adapter,
    url: PRICE_SOURCES[adapter].url,
  }));
};

const pricedAsIn = ({ assets }: Pick<Catalog, 'assets'>): ((symbol: string) => string) => {
  const named = new Map(assets.map(({ symbol, priceAs = symbol }) => [symbol, priceAs]));
  return (symbol) => named.get(symbol) ?? symbol;
};

/** Every symbol of the catalog with a market; a pegged asset has none. */
export const symbolsOf = ({ assets }: Pick<Catalog, 'assets'>): readonly string[] => [
  ...new Set([DOLLAR, ...assets.filter(({ pegged }) => !pegged).map(({ symbol, priceAs = symbol }) => priceAs)]),
];

const pegsOf = ({ assets }: Pick<Catalog, 'assets'>) =>
  assets.flatMap(({ pegged, symbol, coingeckoId }) =>
    pegged && coingeckoId !== undefined ? [{ symbol, coingeckoId }] : [],
  );

export const openSources = (priced: Priced, catalog: Catalog, reads: Reads): readonly PriceSource[] =>
  namedSources(priced).map(({ adapter, url }) =>
    PRICE_SOURCES[adapter].open({ url, reads, symbols: symbolsOf(catalog), pegs: pegsOf(catalog), clock: systemClock }),
  );

interface Market {
  readonly catalog: Catalog;
  readonly ticks: TickMemory;
  readonly alert: Alert;
}

export const marketOf = ({ catalog }: Pick<Market, 'catalog'>, pool: Pool, alert: Alert): Market => ({
  ...{ catalog, alert },
  ticks: createTickMemory(createTickRows(createQuery(pool)), systemClock),
});

const marketFeed = <M extends Mode>(mode: M, { catalog, ticks, alert }: Market): PriceFeed<M> =>
  createMarketFeed({
    ...{ mode, ticks, alert, clock: systemClock, pricedAs: pricedAsIn(catalog) },
    isPegged: isPeggedIn(catalog),
  });

/** A pegged asset keeps the simulator's price. Market prices are never replaced by simulated ones. */
const isPeggedIn = ({ assets }: Catalog): ((symbol: string) => boolean) => {
  const pegged = new Set(assets.filter((asset) => asset.pegged).map(({ symbol }) => symbol));
  return (symbol) => pegged.has(symbol);
};

const sandboxMarket = (market: PriceFeed<'sandbox'>, simulated: PriceFeed<'sandbox'>, catalog: Catalog) => {
  const isPegged = isPeggedIn(catalog);
  const price: PriceFeed['price'] = (context, symbol) => (isPegged(symbol) ? simulated : market).price(context, symbol);
  return { ...market, price };
};

/** Price sources by mode. Without PROVIDERS_FILE no source is live. */
export const priceFeedsOf = (
  { providers, sandboxPrices }: Priced,
  market: Market,
  simulated: PriceFeed<'sandbox'>,
): ServicePorts['priceFeeds'] => {
  const isLive = providers.some(({ adapter }) => isSource(adapter));
  const sandbox =
    sandboxPrices === 'market' ? sandboxMarket(marketFeed('sandbox', market), simulated, market.catalog) : simulated;
  return choosePriceFeeds([sandbox, ...(isLive ? [marketFeed('live', market)] : [])]);
};

/** Refreshes the ticks after each write, by any process. Returns the stop function. */
export const hearPrices = async (
  priced: Priced,
  { refresh }: Pick<TickMemory, 'refresh'>,
  listening: Omit<NotifierOptions, 'channel'>,
): Promise<() => Promise<void>> => {
  if (namedSources(priced).length === 0) return async () => undefined;
  const notifier = await createNotifier({ ...listening, channel: TICKS_CHANNEL });
  notifier.onNotify(() => void refresh());
  return notifier.close;
};

const LEASE_MS = 15_000;
/** Sources ask more often than the lease has to be prolonged. */
const PROLONG_MS = 5_000;

export interface PollingGiven {
  readonly priced: Priced;
  readonly catalog: Catalog;
  readonly pool: Pool;
  readonly reads: Reads;
  readonly workerId: string;
  readonly logger: Logger;
}

/** Polls the sources in the process that has the lease. Returns the stop function. */
export const startPrices = ({ priced, catalog, pool, reads, workerId, logger }: PollingGiven): (() => Promise<void>) =>
  pollSources({
    ...{ sources: openSources(priced, catalog, reads), rows: createTickRows(createQuery(pool)) },
    ...{ clock: systemClock, logger },
    isLeading: rememberedFor(PROLONG_MS, systemClock, () =>
      holdLease(pool, { queue: 'prices', key: 'poller', workerId, leaseMs: LEASE_MS }),
    ),
  });
