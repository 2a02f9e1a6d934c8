import { START } from '../../aggregates/events';
import type { QuoteIssued } from '../../aggregates/quote/events';
import { type Bench, type Figure, single } from '../figures';
import { BR_CODE, COIN } from '../seeds/quotes';
import type { FixedRate, FixedRateResult, FixedRateSettings } from '../sides/fixed-rate';
import type { Door } from '../sides/shared/requests';
import { percentile } from '../support/alternate';
import { refuseOverload } from '../support/overload';
import { openPricedWorld } from '../support/priced-world';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import type { World } from '../support/world';

const PER_SECOND = 100;
const CONNECTIONS = 64;
/** A tenth of the users' own limits is enough for a trial too. */
const USERS = 100;
const SOURCE_LATENCY_MS = 100;
const BARE: Door = { door: 'READS', reads: [{ path: '/health/live', credential: { kind: 'BEARER', text: 'none' } }] };

const quotesOf = ({ tokens }: World): Door => ({
  ...{ door: 'QUOTES', tokens, body: { assetId: COIN.assetId, invoiceCode: BR_CODE } },
});

const openRate = async (bench: Bench, site: Site, { service }: World) => {
  const settings: FixedRateSettings = { url: service.url, connections: CONNECTIONS };
  const side = await startSide<FixedRate, FixedRateResult>(site, 'fixed-rate', settings);
  return async (door: Door, windowMs: number): Promise<readonly number[]> => {
    const count = Math.ceil((windowMs / 1_000) * PER_SECOND);
    const { latenciesMs, refused } = await side.ask({ door, count, intervalMs: 1_000 / PER_SECOND });
    refuseOverload(bench, refused, count);
    return latenciesMs;
  };
};

/** How much longer the slowest of a hundred quotes takes than that of a bare route, at 100 a second with warm prices. */
export const benchQuoteOverhead = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const world = await openPricedWorld(site, USERS, 0);
    const askAt = await openRate(bench, site, world);
    const { warmMs, windowMs, rounds } = bench.scale;
    const quotes = quotesOf(world);
    await askAt(quotes, warmMs);
    const [bare, quoted]: [number[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round += 1) {
      bare.push(...(await askAt(BARE, windowMs)));
      quoted.push(...(await askAt(quotes, windowMs)));
      bench.say(
        `  ${round}/${rounds}: p99 ${percentile(quoted, 0.99).toFixed(1)} to ${percentile(bare, 0.99).toFixed(1)} ms`,
      );
    }
    const [value, baseline] = [percentile(quoted, 0.99), percentile(bare, 0.99)];
    return [
      { name: 'quote-overhead', value: value - baseline, unit: 'ms p99', baseline, ratio: value / baseline },
      single('quote-median', percentile(quoted, 0.5), 'ms'),
    ];
  });

/** Age of the price in a quote, with three sources that answer after 100 ms each. */
export const benchPriceAge = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const world = await openPricedWorld(site, USERS, SOURCE_LATENCY_MS);
    const askAt = await openRate(bench, site, world);
    await askAt(quotesOf(world), bench.scale.windowMs * bench.scale.rounds);
    const agesMs: number[] = [];
    for await (const { type, data } of world.eventStore.readAll(START, { streamPrefixes: ['quote-'] })) {
      if (type !== 'QuoteIssued') continue;
      const { issuedAt, priceContext } = data as QuoteIssued;
      agesMs.push(Date.parse(issuedAt) - Date.parse(priceContext.asOf));
    }
    bench.say(`  the prices of ${agesMs.length} quotes`);
    return [
      single('price-age', percentile(agesMs, 0.99), 'ms p99'),
      single('price-age-median', percentile(agesMs, 0.5), 'ms'),
    ];
  });
