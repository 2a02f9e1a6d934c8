import { z } from 'zod';
import { askSource, decimal, type PriceSource, type SourceDeps, shaped, type TickTold } from './source';

const shape = z.record(z.string(), z.object({ brl: decimal.optional(), last_updated_at: decimal.optional() }));

/** Without a key the limit is shared with others at the same address. */
const FIVE_MINUTES_MS = 300_000;

const timeMsOf = (seconds: string | undefined): number | null =>
  seconds !== undefined && /^\d{10}$/.test(seconds) ? Number(seconds) * 1_000 : null;

/** `GET /api/v3/simple/price`: what pegged assets are worth. An id that CoinGecko does not know is absent. */
export const coingecko = (deps: SourceDeps): PriceSource => ({
  ...{ name: 'coingecko', intervalMs: FIVE_MINUTES_MS },
  read: async () => {
    if (deps.pegs.length === 0) return [];
    const ids = [...new Set(deps.pegs.map(({ coingeckoId }) => encodeURIComponent(coingeckoId)))].join(',');
    const query = `?ids=${ids}&vs_currencies=brl&include_last_updated_at=true&precision=full`;
    const told = shaped(await askSource(deps, `/api/v3/simple/price${query}`), shape);
    return deps.pegs.flatMap(({ symbol, coingeckoId }): readonly TickTold[] => {
      const { brl, last_updated_at: updatedAt } = told[coingeckoId] ?? {};
      if (brl === undefined) return [];
      return [{ base: symbol, quote: 'BRL', bid: brl, ask: brl, sourceMs: timeMsOf(updatedAt) }];
    });
  },
});
