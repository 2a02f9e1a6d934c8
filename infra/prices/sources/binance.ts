import { z } from 'zod';
import { askSource, decimal, type PriceSource, readListed, type SourceDeps, shaped, type TickTold } from './source';

const shape = z.array(z.object({ symbol: z.string(), bidPrice: decimal, askPrice: decimal }));

const QUOTES = ['BRL', 'USDT'] as const;

const tickOf = ({ symbol, bidPrice: bid, askPrice: ask }: z.infer<typeof shape>[number]): readonly TickTold[] => {
  const quote = QUOTES.find((each) => symbol.endsWith(each));
  if (quote === undefined) return [];
  return [{ base: symbol.slice(0, -quote.length), quote, bid, ask, sourceMs: null }];
};

const listOf = (symbols: readonly string[]): string => encodeURIComponent(JSON.stringify(symbols));

/** `GET /api/v3/ticker/bookTicker`: best bid and ask, without a time. */
export const binance = (deps: SourceDeps): PriceSource => {
  const read = readListed(deps.clock, (pairs) => askSource(deps, `/api/v3/ticker/bookTicker?symbols=${listOf(pairs)}`));
  const pairs = QUOTES.flatMap((quote) =>
    deps.symbols.filter((symbol) => symbol !== quote).map((symbol) => `${symbol}${quote}`),
  );
  return {
    ...{ name: 'binance', intervalMs: 2_000 },
    read: async () => (await read(pairs)).flatMap((answer) => shaped(answer, shape).flatMap(tickOf)),
  };
};
