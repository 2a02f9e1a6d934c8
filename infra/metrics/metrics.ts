import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Logger } from '../logger';
import type { GaugeSource } from './gauge-source';
import type { MetricsPage } from './metrics-server';
import { type CountedRequest, countRequests } from './requests';
import { createRefresh } from './scraping';
import { countWork, type WorkCounts } from './work';

/** What this process counts, and how it is told. */
export interface Metrics {
  readonly requestEnded: (request: CountedRequest) => void;
  readonly work: WorkCounts;
  /** With the gauges of these sources. To be called once. */
  readonly page: (sources: readonly GaugeSource[], logger: Pick<Logger, 'warn'>) => MetricsPage;
}

/** Metrics of one process, its memory, CPU and event loop among them. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    requestEnded: countRequests(registry),
    work: countWork(registry),
    page: (sources, logger) => {
      const refresh = createRefresh({ registry, sources, logger });
      return {
        contentType: registry.contentType,
        text: async () => {
          await refresh();
          return registry.metrics();
        },
      };
    },
  };
};
