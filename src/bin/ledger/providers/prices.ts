import type { Command } from 'commander';
import { judgeTick } from '../../../../aggregates/quote/market/judge-ticks';
import { type MarketPrice, marketPrice } from '../../../../aggregates/quote/market/market-price';
import { type JudgedTick, pairOf, type Tick } from '../../../../aggregates/quote/market/tick';
import { systemClock } from '../../../../infra/clock';
import { isOfExchange } from '../../../../infra/prices/market-feed';
import type { PriceSource } from '../../../../infra/prices/sources/source';
import { PEG_SOURCE, REFERENCE } from '../../../../infra/prices/sources/sources';
import { createReads } from '../../../../infra/providers/http/reads';
import { readRunFile } from '../../../../infra/run-file';
import { readConfig } from '../../../config';
import { publishedChains, readOffer } from '../../chains/networks';
import { openSources, readPriced, symbolsOf } from '../../wiring/prices/prices';
import { print } from '../operator';

/** `ledger prices`: asks each source once. Needs no store and no running service. */
export const addPriceCommand = (program: Command): void => {
  program
    .command('prices')
    .description('ask each price source once, and print each answer and the price of each asset')
    .option('--json', 'print only JSON on stdout')
    .action(show);
};

interface Read {
  readonly source: string;
  readonly ticks: readonly Tick[];
  readonly error: string | null;
}

const readOnce = async (source: PriceSource): Promise<Read> => {
  try {
    const told = await source.read();
    const now = systemClock.now();
    const ticks = told.map((tick) => ({ ...tick, source: source.name, receivedMs: now, changedMs: now }));
    return { source: source.name, ticks, error: null };
  } catch (error) {
    return { source: source.name, ticks: [], error: error instanceof Error ? error.message : String(error) };
  }
};

/** Market prices: of the sources in the file, or of the built-in ones. */
const readAll = async () => {
  const config = readConfig(process.env);
  const priced = { ...readPriced(config), sandboxPrices: 'market' as const };
  const running = await readRunFile(config.DATA_DIR);
  const { catalog } = readOffer(config, running === null ? [] : publishedChains(running));
  const reads = createReads();
  const read = await Promise.all(openSources(priced, catalog, reads).map(readOnce));
  await reads.close();
  return { catalog, read };
};

const show = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  const { catalog, read } = await readAll();
  const now = systemClock.now();
  const all = read.flatMap(({ ticks }) => ticks);
  const reference = all.find(({ source }) => source === REFERENCE) ?? null;
  const ticks = all.filter(isOfExchange);
  const priced = symbolsOf(catalog).map((symbol) => ({
    symbol,
    price: marketPrice({ ticks, reference }, symbol, now),
  }));
  const used = new Map(priced.flatMap(({ price }) => price.ticks.map((each) => [each.tick, each] as const)));
  const judged = all.map((tick) => used.get(tick) ?? judgeTick(now)(tick));
  const lines = [
    ...judged.map((each) => tickLine(each, now)),
    ...read.flatMap(({ source, error }) => (error === null ? [] : [`${source.padEnd(16)} ${error}`])),
    ...priced.map(({ symbol, price }) => priceLine(symbol, price)),
  ];
  print(json, { ticks: judged.map(tickJson), errors: errorsOf(read), prices: priced.map(priceJson) }, lines);
};

const errorsOf = (read: readonly Read[]) =>
  read.filter(({ error }) => error !== null).map(({ source, error }) => ({ source, error }));

const tickJson = ({ tick, dropped }: JudgedTick) => ({
  ...{ source: tick.source, pair: pairOf(tick), bid: tick.bid, ask: tick.ask },
  ...{ at: new Date(tick.sourceMs ?? tick.receivedMs).toISOString(), dropped },
});

const USES: Readonly<Record<string, string>> = { [REFERENCE]: 'bounds prices', [PEG_SOURCE]: 'tells the peg' };

const tickLine = ({ tick, dropped }: JudgedTick, nowMs: number): string => {
  const age = `${Math.round((nowMs - (tick.sourceMs ?? tick.receivedMs)) / 1000)} s old`;
  const use = dropped ?? USES[tick.source] ?? 'used';
  return `${tick.source.padEnd(16)} ${pairOf(tick).padEnd(10)} ${tick.bid.padStart(16)} ${tick.ask.padStart(16)}  ${age}  ${use}`;
};

const priceJson = ({ symbol, price }: { readonly symbol: string; readonly price: MarketPrice }) =>
  price.isPriced
    ? { symbol, sell: price.sell, buy: price.buy, sources: price.sources }
    : { symbol, refusal: price.refusal };

const priceLine = (symbol: string, price: MarketPrice): string =>
  price.isPriced
    ? `price            ${symbol.padEnd(10)} ${price.sell.padStart(16)} ${price.buy.padStart(16)}  by ${price.sources.join(', ')}`
    : `price            ${symbol.padEnd(10)} none: ${price.refusal}`;
