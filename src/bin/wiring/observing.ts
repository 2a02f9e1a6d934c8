import type { EventStore } from '../../../commands/ports/event-store';
import type { Metrics } from '../../../infra/metrics/metrics';
import { observedAppend } from '../../../infra/tracing/observed-append';
import { openTracing } from '../../../infra/tracing/open-tracing';
import { NO_TRACING, type Tracing } from '../../../infra/tracing/tracing';
import type { Config } from '../../config';
import type { EndedRequest, RequestWatch } from '../../http/request-watch';
import { type CommandWatch, observedService } from '../../observed-service';
import type { Service } from '../../service';
import { createRequestLogger } from '../stores/logger';
import type { Close } from '../stores/open-in-order';
import { isStoreAway } from '../stores/store-away';

export interface Observing {
  readonly tracing: Tracing;
  readonly metrics: Metrics | null;
  readonly logRequest: ((request: EndedRequest) => void) | null;
}

export const NOBODY_OBSERVES: Observing = { tracing: NO_TRACING, metrics: null, logRequest: null };

/** Loads the SDK for traces; a failure refuses the start. */
export const openObserving = async (config: Config, onClose: (close: Close) => void): Promise<Observing> => {
  const { tracing, close } = await openTracing(config.traces);
  onClose(close);
  return {
    tracing,
    metrics: config.METRICS_PORT === undefined ? null : loadMetrics().createMetrics(),
    logRequest: requestLogOf(config),
  };
};

/** Loaded on demand: metrics cost memory, and start-up time of every operator's command. */
// oxlint-disable-next-line typescript/no-require-imports
const loadMetrics = () => require('../../../infra/metrics/metrics') as typeof import('../../../infra/metrics/metrics');

const requestLogOf = ({ LOG_LEVEL, REQUEST_LOG }: Pick<Config, 'LOG_LEVEL' | 'REQUEST_LOG'>) => {
  if (REQUEST_LOG === 'off' || (LOG_LEVEL !== 'info' && LOG_LEVEL !== 'debug')) return null;
  const logger = createRequestLogger(LOG_LEVEL);
  return (request: EndedRequest): void => logger.info(lineOf(request), 'request');
};

/** Rounds to tenths of a millisecond. */
const lineOf = ({ durationMs, mode: _mode, code: _code, ...rest }: EndedRequest): object => ({
  ...rest,
  durationMs: Math.round(durationMs * 10) / 10,
});

export const requestWatchOf = ({ tracing, metrics, logRequest }: Observing): RequestWatch | undefined => {
  if (tracing.request === null && metrics === null && logRequest === null) return undefined;
  return {
    ended: (request) => {
      metrics?.requestEnded(request);
      logRequest?.(request);
    },
    follow: tracing.request,
  };
};

export const observedStore = (store: EventStore, { tracing, metrics }: Observing): EventStore => {
  if (tracing.request === null && metrics === null) return store;
  const tookMs = (durationMs: number): void => metrics?.work.appendTook(durationMs);
  return { ...store, append: observedAppend(store.append, tracing, tookMs) };
};

export const watchedService = (service: Service, { tracing, metrics }: Observing): Service => {
  if (tracing.request === null && metrics === null) return service;
  const watch: CommandWatch = {
    ended: (command, outcome) => metrics?.work.commandEnded(command, outcome),
    around:
      tracing.request === null
        ? (_command, run) => run()
        : (command, run) => tracing.span({ name: `command ${command}`, facts: { 'lastro.command': command } }, run),
    isUnavailable: isStoreAway,
  };
  return observedService(service, watch);
};
