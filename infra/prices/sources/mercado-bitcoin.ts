import { z } from 'zod';
import { askSource, decimal, type PriceSource, readListed, type SourceDeps, shaped, type TickTold } from './source';

const shape = z.array(z.object({ pair: z.string(), buy: decimal, sell: decimal, date: decimal }));

const NANOSECONDS_A_MS = 1_000_000;
/** Seconds have ten digits until the year 2286. */
const SECONDS_DIGITS = 10;

/** The documents say seconds; nanoseconds were seen too. */
const timeMsOf = (date: string): number | null => {
  if (!/^\d{10,19}$/.test(date)) return null;
  return date.length === SECONDS_DIGITS ? Number(date) * 1_000 : Number(BigInt(date) / BigInt(NANOSECONDS_A_MS));
};

const tickOf = ({ pair, buy, sell, date }: z.infer<typeof shape>[number]): readonly TickTold[] => {
  const [base, quote, ...rest] = pair.split('-');
  if (base === undefined || quote === undefined || rest.length > 0) return [];
  return [{ base, quote, bid: buy, ask: sell, sourceMs: timeMsOf(date) }];
};

/** `GET /api/v4/tickers`, at most one request a second an endpoint. */
export const mercadoBitcoin = (deps: SourceDeps): PriceSource => {
  const read = readListed(deps.clock, (pairs) => askSource(deps, `/api/v4/tickers?symbols=${pairs.join(',')}`));
  return {
    ...{ name: 'mercado-bitcoin', intervalMs: 2_000 },
    read: async () => {
      const answers = await read(deps.symbols.map((symbol) => `${symbol}-BRL`));
      return answers.flatMap((answer) => shaped(answer, shape).flatMap(tickOf));
    },
  };
};
