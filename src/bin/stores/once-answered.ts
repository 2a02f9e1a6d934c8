import { setTimeout as pause } from 'node:timers/promises';
import { isCertificateRefused } from '../../../infra/event-store/client/unavailable';
import type { Logger } from '../../../infra/logger';
import { isWorkHeldByStore } from './store-away';

/** A store may be silent this long on a busy machine before a start fails. */
const PATIENCE_MS = 30_000;
const BETWEEN_MS = 250;

interface Patience {
  readonly patienceMs?: number;
  readonly betweenMs?: number;
  /** True for an error that resembles an unreachable store, but that a retry cannot fix. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** For the first request: a URL without a server is more often a mistake than a store that is about to start. */
export const leadsNowhere = (error: unknown): boolean => {
  if (isCertificateRefused(error)) return true;
  const { code, message, errors = [] } = error as { code?: unknown; message?: string; errors?: readonly unknown[] };
  return /ECONNREFUSED|ENOTFOUND/.test(`${String(code)} ${String(message)}`) || errors.some(leadsNowhere);
};

/** Repeats `work`, which must be repeatable, while a store does not answer; logs once, then rejects with its error. */
export const onceAnswered = async <Answer>(
  work: () => Promise<Answer>,
  logger: Pick<Logger, 'warn'>,
  { patienceMs = PATIENCE_MS, betweenMs = BETWEEN_MS, isFinal = isCertificateRefused }: Patience = {},
): Promise<Answer> => {
  const giveUpAtMs = performance.now() + patienceMs;
  for (let isTold = false; ; isTold = true) {
    try {
      return await work();
    } catch (error) {
      if (!isWorkHeldByStore(error) || isFinal(error) || performance.now() >= giveUpAtMs) throw error;
      if (!isTold) logger.warn({ err: error }, 'a store does not answer while the service starts; retries continue');
      await pause(betweenMs);
    }
  }
};
