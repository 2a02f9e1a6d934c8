import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Logger } from '../logger';
import type { GaugeSource } from './gauge-source';
import type { MetricsPage } from './metrics-server';
import { type CountedRequest, countRequests } from './requests';
import { createRefresh } from './scraping';
import { countWork, type WorkCounts } from './work';

export interface Metrics {
  readonly requestEnded: (request: CountedRequest) => void;
  readonly work: WorkCounts;
  readonly page: (sources: readonly GaugeSource[], logger: Pick<Logger, 'warn'>) => MetricsPage;
}

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
