import { backoffMs } from '../../commands/timing/backoff';
import type { Logger } from '../logger';
import { rest } from '../timing/rest';
import type { PriceSource, SourceError } from './sources/source';
import type { TickRows } from './tick-rows';

export interface Polling {
  readonly sources: readonly PriceSource[];
  readonly rows: Pick<TickRows, 'write'>;
  readonly clock: { readonly now: () => number };
  readonly logger: Logger;
  readonly isLeading: () => Promise<boolean>;
}

const WAIT_TO_LEAD_MS = 2_000;
const PATIENCE = { firstMs: 2_000, longestMs: 60_000 };

/** Answers how long the source is not asked. */
const readOnce = async (
  { rows, clock, logger }: Polling,
  source: PriceSource,
  failures: number,
): Promise<{ readonly waitMs: number; readonly failures: number }> => {
  try {
    await rows.write(source.name, await source.read(), clock.now());
    return { waitMs: source.intervalMs, failures: 0 };
  } catch (error) {
    if (failures === 0) logger.warn({ source: source.name, err: error }, 'a source of prices could not be read');
    const askedMs = (error as Partial<SourceError>).waitMs ?? 0;
    return { waitMs: Math.max(askedMs, backoffMs(PATIENCE, failures + 1)), failures: failures + 1 };
  }
};

const pollOne = async (polling: Polling, source: PriceSource, signal: AbortSignal): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    const isLeading = await polling.isLeading().catch(() => false);
    const next = isLeading ? await readOnce(polling, source, failures) : { waitMs: WAIT_TO_LEAD_MS, failures };
    failures = next.failures;
    await rest(next.waitMs, signal);
  }
};

export const pollSources = (polling: Polling): (() => Promise<void>) => {
  const stopping = new AbortController();
  const running = polling.sources.map((source) => pollOne(polling, source, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
};
