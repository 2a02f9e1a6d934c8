import { Counter, Gauge, type Registry } from 'prom-client';
import { sharedInFlight } from '../../commands/timing/shared-in-flight';
import { inTime } from '../../packages/event-store/timing/time-limit';
import type { Logger } from '../logger';
import type { GaugeSource, Sample } from './gauge-source';

export interface ScrapeLimits {
  readonly timeoutMs: number;
  /** A source is asked no sooner than this after its last answer or failure. */
  readonly keptMs: number;
  /** More series than this from one source count as a fault. */
  readonly seriesPerSource: number;
}

export const SCRAPE_LIMITS: ScrapeLimits = { timeoutMs: 2_000, keptMs: 5_000, seriesPerSource: 1_000 };

export interface ScrapingOptions {
  readonly registry: Registry;
  readonly sources: readonly GaugeSource[];
  readonly logger: Pick<Logger, 'warn'>;
  readonly limits?: Partial<ScrapeLimits>;
  /** Milliseconds, monotonic. */
  readonly nowMs?: () => number;
}

/** Always resolves, within `timeoutMs`. */
export type Refresh = () => Promise<void>;

/**
 * A failing source has no values until it recovers: a stale value would look fresh. Each failure is counted; only the
 * first in a row is logged.
 */
export const createRefresh = (options: ScrapingOptions): Refresh => {
  const { registry, sources, logger, nowMs = () => performance.now() } = options;
  const limits = { ...SCRAPE_LIMITS, ...options.limits };
  const failures = new Counter({
    name: 'lastro_scrape_errors_total',
    help: 'Sources of gauges that did not answer in time, or made no sense; their gauges are then left out',
    labelNames: ['source'] as const,
    registers: [registry],
  });
  const readers = sources.map((source) => {
    failures.inc({ source: source.name }, 0);
    return createReader(source, registry, limits, {
      nowMs,
      onFailure: (error, isNew) => {
        failures.inc({ source: source.name });
        if (isNew) logger.warn({ err: error, source: source.name }, 'a source of metrics does not answer');
      },
    });
  });
  return sharedInFlight(async () => {
    await Promise.all(readers.map((read) => read()));
  });
};

interface Reading {
  readonly nowMs: () => number;
  readonly onFailure: (error: unknown, isNew: boolean) => void;
}

const createReader = (
  source: GaugeSource,
  registry: Registry,
  { timeoutMs, keptMs, seriesPerSource }: ScrapeLimits,
  { nowMs, onFailure }: Reading,
): Refresh => {
  const families = createFamilies(source, registry);
  let askedMs = -Infinity;
  let isFailing = false;
  // A source that never answers is asked once, not once per scrape.
  const askOnce = sharedInFlight(() => ask(source));
  return async () => {
    if (nowMs() - askedMs < keptMs) return;
    askedMs = nowMs();
    try {
      const samples = await inTime(timeoutMs, askOnce(), () => {
        throw new Error(`no answer within ${timeoutMs} ms`);
      });
      if (samples.length > seriesPerSource) throw new Error(`${samples.length} series are too many`);
      families.show(samples);
      isFailing = false;
    } catch (error) {
      families.clear();
      onFailure(error, !isFailing);
      isFailing = true;
    }
  };
};

/** Turns a synchronous throw into a rejection. */
const ask = async (source: GaugeSource): Promise<readonly Sample[]> => source.read();

const createFamilies = ({ families }: GaugeSource, registry: Registry) => {
  const entries = Object.entries(families).map(([name, { help, labels, kind }]) => {
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    return [name, { labels, metric: kind === 'counter' ? new Counter(options) : new Gauge(options) }] as const;
  });
  const byName = new Map(entries);
  const clear = (): void => {
    for (const [, { metric }] of entries) {
      metric.reset();
      // Without labels a reset leaves a 0.
      metric.remove({});
    }
  };
  const show = (samples: readonly Sample[]): void => {
    for (const sample of samples) mustBeOurs(sample, byName.get(sample.name)?.labels);
    const series = new Set(samples.map(({ name, labels = {} }) => JSON.stringify([name, ...Object.values(labels)])));
    if (series.size < samples.length) throw new Error('a series has two values');
    clear();
    for (const { name, labels = {}, value } of samples) {
      const metric = byName.get(name)?.metric;
      if (metric instanceof Gauge) metric.set(labels, value);
      else metric?.inc(labels, value);
    }
  };
  clear();
  return { show, clear };
};

const mustBeOurs = ({ name, labels = {}, value }: Sample, wanted: readonly string[] | undefined): void => {
  const isWhole = wanted?.length === Object.keys(labels).length && wanted.every((label) => label in labels);
  if (!isWhole) throw new Error(`${name} with the labels ${Object.keys(labels).join(', ')} was not announced`);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is ${value}`);
};
