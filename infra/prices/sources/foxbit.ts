import { z } from 'zod';
import { askSource, decimal, type PriceSource, type SourceDeps, shaped, type TickTold } from './source';

const side = z.object({ price: decimal }).nullish();
const market = z.object({ market_symbol: z.string(), best: z.object({ ask: side, bid: side }).nullish() });
const shape = z.object({ data: z.array(market) });

const QUOTE = 'BRL';

const tickOf = ({ market_symbol, best }: z.infer<typeof market>): readonly TickTold[] => {
  const symbol = market_symbol.toUpperCase();
  if (!symbol.endsWith(QUOTE) || best?.bid == null || best.ask == null) return [];
  const base = symbol.slice(0, -QUOTE.length);
  return [{ base, quote: QUOTE, bid: best.bid.price, ask: best.ask.price, sourceMs: null }];
};

/** `GET /rest/v3/markets/ticker/24hr`, at most one request in two seconds. */
export const foxbit = (deps: SourceDeps): PriceSource => ({
  ...{ name: 'foxbit', intervalMs: 3_000 },
  read: async () => {
    const { data } = shaped(await askSource(deps, '/rest/v3/markets/ticker/24hr'), shape);
    return data.flatMap(tickOf).filter(({ base }) => deps.symbols.includes(base));
  },
});
