import type { Logger } from 'pino';
import { systemClock } from '../../../infra/clock';
import { serveMetrics } from '../../../infra/metrics/metrics-server';
import { createNewestHeights } from '../../../infra/metrics/sources/networks';
import { createPool, type PoolLimits } from '../../../infra/postgres/pool';
import type { Config } from '../../config';
import type { WatchCounts } from '../running/watchers';
import type { Close } from '../stores/open-in-order';
import type { Stores } from '../stores/stores';
import type { Adapters } from '../wiring/adapters';
import type { Observing } from '../wiring/observing';
import { eventLogGauges, storeGauges } from './gauge-sources';

export interface MetricsPortOptions {
  readonly config: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>;
  readonly stores: Stores;
  readonly adapters: Adapters;
  readonly observing: Observing;
  readonly logger: Logger;
  /** False leaves out store gauges: the process with workers exports them. */
  readonly withWorkers: boolean;
}

export interface MetricsPort {
  readonly counts: WatchCounts | undefined;
  readonly open: (onClose: (close: Close) => void) => Promise<string | null>;
}

/** Bounds what gauges cost the database. */
const GAUGE_LIMITS: PoolLimits = { max: 2, statementTimeoutMs: 1_500, answerTimeoutMs: 2_000 };

export const createMetricsPort = (options: MetricsPortOptions): MetricsPort => {
  const { config, stores, adapters, observing, logger, withWorkers } = options;
  const { METRICS_PORT: port, METRICS_HOST: host } = config;
  const { metrics } = observing;
  if (metrics === null || port === undefined) return { counts: undefined, open: async () => null };
  const newest = createNewestHeights(systemClock);
  return {
    counts: {
      ...{ lookFailed: metrics.work.lookFailed, foreignSeen: metrics.work.foreignSeen },
      newest: newest.tell,
    },
    open: async (onClose) => {
      const pool = createPool(stores.databaseUrl, logger, GAUGE_LIMITS);
      onClose(() => pool.end());
      const sources = [
        ...(withWorkers ? storeGauges({ adapters, pool, newest }) : []),
        ...eventLogGauges(adapters.eventStoreCounters),
      ];
      const server = await serveMetrics(metrics.page(sources, logger), host, port);
      onClose(server.stop);
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}/metrics`;
      logger.info({ url }, 'metrics are served');
      return url;
    },
  };
};
