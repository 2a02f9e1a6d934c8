import { createRequire } from 'node:module';
import { trace } from '@opentelemetry/api';
import { atMost } from '../../packages/event-store/timing/time-limit';
import { createApiTracing, TRACER_NAME } from './api-tracing';
import { NO_TRACING, type Tracing } from './tracing';

export interface TracingSdk {
  readonly start: () => void;
  readonly shutdown: () => Promise<void>;
}

/** An optional peer dependency. */
const SDK = '@opentelemetry/sdk-node';

/** Limit for sending the last spans: an absent collector must not hold the process. */
const SHUTDOWN_MS = 2_000;

export interface OpenedTracing {
  readonly tracing: Tracing;
  readonly close: () => Promise<void>;
}

/** Loads the SDK when tracing is configured. Rejects, naming the package to install, when that fails. */
export const openTracing = async (isConfigured: boolean, load: () => TracingSdk = loadSdk): Promise<OpenedTracing> => {
  if (!isConfigured) return { tracing: NO_TRACING, close: async () => {} };
  const sdk = loaded(load);
  sdk.start();
  return {
    tracing: createApiTracing(trace.getTracer(TRACER_NAME)),
    close: () =>
      atMost(
        SHUTDOWN_MS,
        sdk.shutdown().catch(() => undefined),
      ),
  };
};

/** Throws what `openTracing` would reject with, before a start creates a database. */
export const mustTrace = (isConfigured: boolean, load: () => unknown = () => createRequire(__filename)(SDK)): void => {
  if (isConfigured) loaded(load);
};

const loaded = <Loaded>(load: () => Loaded): Loaded => {
  try {
    return load();
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    throw new Error(
      `OTEL_* is set, and ${SDK} cannot be loaded (${why}): install it beside the service, or unset OTEL_*`,
      { cause: error },
    );
  }
};

const loadSdk = (): TracingSdk => {
  const { NodeSDK } = createRequire(__filename)(SDK) as { readonly NodeSDK: new () => TracingSdk };
  return new NodeSDK();
};
