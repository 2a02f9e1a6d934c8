import { Counter, Gauge, type Registry } from 'prom-client';
import { sharedInFlight } from '../../commands/timing/shared-in-flight';
import { inTime } from '../../packages/event-store/timing/time-limit';
import type { Logger } from '../logger';
import type { GaugeSource, Sample } from './gauge-source';

export interface ScrapeLimits {
  readonly timeoutMs: number;
  /** Least time between two reads of a source. */
  readonly keptMs: number;
  /** A source with more series than this is faulty. */
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

/** A failing source has no values, because an old value would seem fresh. Only the first failure in a row is logged. */
export const createRefresh = (options: ScrapingOptions): Refresh => {
  const failures = new Counter({
    name: 'lastro_scrape_errors_total',
    help: 'Sources of gauges without a valid answer in time; their gauges are left out',
    labelNames: ['source'] as const,
    registers: [options.registry],
  });
  const readers = options.sources.map((source) => createReader(source, options, failures));
  return sharedInFlight(async () => {
    await Promise.all(readers.map((read) => read()));
  });
};

const createReader = (source: GaugeSource, options: ScrapingOptions, failures: Counter<'source'>): Refresh => {
  const { registry, logger, nowMs = () => performance.now() } = options;
  const { timeoutMs, keptMs, seriesPerSource } = { ...SCRAPE_LIMITS, ...options.limits };
  const { show, clear } = createFamilies(source, registry);
  let askedMs = -Infinity;
  let isFailing = false;
  failures.inc({ source: source.name }, 0);
  // A source that never answers is asked once, not once per scrape.
  const ask = sharedInFlight(async () => source.read());
  const late = () => Promise.reject(new Error(`no answer within ${timeoutMs} ms`));
  return async () => {
    if (nowMs() - askedMs < keptMs) return;
    askedMs = nowMs();
    clear();
    try {
      const samples = await inTime<readonly Sample[], never>(timeoutMs, ask(), late);
      if (samples.length > seriesPerSource) throw new Error(`${samples.length} series exceed the limit`);
      samples.forEach(show);
      isFailing = false;
    } catch (error) {
      clear();
      failures.inc({ source: source.name });
      if (!isFailing) logger.warn({ err: error, source: source.name }, 'a source of metrics does not answer');
      isFailing = true;
    }
  };
};

/** The library refuses a label that a family does not announce. */
const createFamilies = ({ families }: GaugeSource, registry: Registry) => {
  const metrics = new Map(
    Object.entries(families).map(([name, { help, labels, kind }]) => {
      const options = { name, help, labelNames: [...labels], registers: [registry] };
      return [name, kind === 'counter' ? new Counter(options) : new Gauge(options)] as const;
    }),
  );
  const clear = (): void => {
    for (const metric of metrics.values()) {
      metric.reset();
      // Without labels a reset leaves a 0.
      metric.remove({});
    }
  };
  const show = ({ name, labels = {}, value }: Sample): void => {
    const metric = metrics.get(name);
    if (metric === undefined || !(value >= 0)) throw new Error(`${name} is ${value}`);
    metric.inc(labels, value);
  };
  clear();
  return { show, clear };
};
