import { Registry } from 'prom-client';
import type { GaugeSource, Sample } from '../../../infra/metrics/gauge-source';
import { createRefresh, type ScrapeLimits } from '../../../infra/metrics/scraping';
import { seriesOf } from './series';

type Read = GaugeSource['read'];

const FAMILIES: GaugeSource['families'] = {
  lastro_things: { help: 'Things', labels: ['kind'] },
  lastro_age_seconds: { help: 'Age', labels: [] },
  lastro_seen_total: { help: 'Seen', labels: ['kind'], kind: 'counter' },
};

const GOOD: readonly Sample[] = [
  { name: 'lastro_things', labels: { kind: 'a' }, value: 2 },
  { name: 'lastro_age_seconds', value: 1.5 },
  { name: 'lastro_seen_total', labels: { kind: 'a' }, value: 7 },
];
const GOOD_SERIES = ['lastro_age_seconds 1.5', 'lastro_seen_total{kind="a"} 7', 'lastro_things{kind="a"} 2'];

/** Sources with given answers, a clock that stands, and the result of a scrape. */
const scraped = (reads: Readonly<Record<string, Read>>, limits: Partial<ScrapeLimits> = {}) => {
  const registry = new Registry();
  const clock = { nowMs: 0 };
  const warnings: unknown[] = [];
  const sources = Object.entries(reads).map(([name, read], index) => {
    const own = Object.entries(FAMILIES).map(([family, shape]) => [index === 0 ? family : `${family}_${name}`, shape]);
    return { name, families: Object.fromEntries(own) as GaugeSource['families'], read };
  });
  const refresh = createRefresh({
    ...{ registry, sources, limits: { timeoutMs: 20, keptMs: 0, ...limits }, nowMs: () => clock.nowMs },
    logger: { warn: (facts: unknown) => void warnings.push(facts) },
  });
  const scrape = async (): Promise<readonly string[]> => {
    await refresh();
    return seriesOf(await registry.metrics());
  };
  return { scrape, clock, warnings };
};

const errors = (source: string, count: number): string => `lastro_scrape_errors_total{source="${source}"} ${count}`;

describe('the answer of a source', () => {
  test('is shown unchanged, and a series that it drops disappears', async () => {
    const answers = [GOOD, [{ name: 'lastro_things', labels: { kind: 'b' }, value: 1 }]];
    const { scrape } = scraped({ things: async () => answers.shift() ?? [] });
    expect(await scrape()).toEqual([...GOOD_SERIES.slice(0, 1), errors('things', 0), ...GOOD_SERIES.slice(1)]);
    expect(await scrape()).toEqual([errors('things', 0), 'lastro_things{kind="b"} 1']);
    expect(await scrape()).toEqual([errors('things', 0)]);
  });

  test.each<[string, Read]>([
    ['nothing, since it fails', async () => Promise.reject(new Error('away'))],
    [
      'nothing, since it throws before it has promised anything',
      () => {
        throw new Error('away');
      },
    ],
    ['nothing, ever', () => new Promise(() => {})],
    ['a metric that it did not announce', async () => [{ name: 'lastro_other', value: 1 }]],
    ['a label of another', async () => [{ name: 'lastro_things', labels: { partner: 'p' }, value: 1 }]],
    ['no number', async () => [{ name: 'lastro_age_seconds', value: Number.NaN }]],
    ['less than nothing', async () => [{ name: 'lastro_age_seconds', value: -1 }]],
    [
      'more series than there can be',
      async () => Array.from({ length: 6 }, (_, kind) => ({ ...GOOD[0]!, labels: { kind: `${kind}` } })),
    ],
  ])('leaves it out and is counted when it is %s', async (_what, bad) => {
    const reads = [async () => GOOD, bad, bad, async () => GOOD];
    const { scrape, warnings } = scraped({ things: () => reads.shift()!() }, { seriesPerSource: 5 });
    expect(await scrape()).toEqual(expect.arrayContaining(GOOD_SERIES));
    expect(await scrape()).toEqual([errors('things', 1)]);
    // A source that never answers is not asked again, and counts as one that fails again.
    expect(await scrape()).toEqual([errors('things', 2)]);
    expect(warnings).toHaveLength(1);
  });

  test('is shown again when it is valid, and its next failure is logged again', async () => {
    const bad: Read = async () => Promise.reject(new Error('away'));
    const reads = [bad, async () => GOOD, bad];
    const { scrape, warnings } = scraped({ things: () => reads.shift()!() });
    await scrape();
    expect(await scrape()).toEqual([GOOD_SERIES[0], errors('things', 1), ...GOOD_SERIES.slice(1)]);
    await scrape();
    expect(warnings).toEqual([
      { err: expect.any(Error), source: 'things' },
      { err: expect.any(Error), source: 'things' },
    ]);
  });

  test('affects no other source when the answer is invalid', async () => {
    const hangs: Read = () => new Promise(() => {});
    const { scrape } = scraped({ things: async () => GOOD, mute: hangs });
    expect(await scrape()).toEqual(expect.arrayContaining([...GOOD_SERIES, errors('mute', 1), errors('things', 0)]));
  });
});

describe('frequent scrapes', () => {
  const counting = (read: Read) => {
    const asked = { times: 0 };
    const counted: Read = () => {
      asked.times += 1;
      return read();
    };
    return { asked, counted };
  };

  test('a source is asked once per interval', async () => {
    const { asked, counted } = counting(async () => GOOD);
    const { scrape, clock } = scraped({ things: counted }, { keptMs: 5_000 });
    for (clock.nowMs = 0; clock.nowMs < 20_000; clock.nowMs += 1_000)
      expect(await scrape()).toEqual(expect.arrayContaining(GOOD_SERIES));
    expect(asked.times).toBe(4);
  });

  test('a failing source is not asked earlier', async () => {
    const { asked, counted } = counting(async () => Promise.reject(new Error('away')));
    const { scrape, clock } = scraped({ things: counted }, { keptMs: 5_000 });
    for (clock.nowMs = 0; clock.nowMs < 10_000; clock.nowMs += 1_000) await scrape();
    expect(asked.times).toBe(2);
  });

  test('a source that never answers has only one open question', async () => {
    const { asked, counted } = counting(() => new Promise(() => {}));
    const { scrape } = scraped({ things: counted });
    for (let scrapes = 0; scrapes < 3; scrapes += 1) await scrape();
    expect(asked.times).toBe(1);
  });

  test('simultaneous scrapes share a question', async () => {
    const { asked, counted } = counting(async () => GOOD);
    const { scrape } = scraped({ things: counted });
    await Promise.all(Array.from({ length: 50 }, scrape));
    expect(asked.times).toBe(1);
  });
});
