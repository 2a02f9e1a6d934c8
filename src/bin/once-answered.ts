import { setTimeout as pause } from 'node:timers/promises';
import { isCertificateRefused } from '../../infra/event-store/client/unavailable';
import type { Logger } from '../../infra/logger';
import { isWorkHeldByStore } from './store-away';

/** A store may be mute this long on a busy machine before a start fails. */
const PATIENCE_MS = 30_000;
const BETWEEN_MS = 250;

/** Repeats `work`, which must be repeatable, while a store is away, and tells so once; then rejects with its error. */
export const onceAnswered = async <Answer>(
  work: () => Promise<Answer>,
  logger: Pick<Logger, 'warn'>,
  { patienceMs = PATIENCE_MS, betweenMs = BETWEEN_MS } = {},
): Promise<Answer> => {
  const giveUpAtMs = performance.now() + patienceMs;
  for (let isTold = false; ; isTold = true) {
    try {
      return await work();
    } catch (error) {
      if (!isWorkHeldByStore(error) || isCertificateRefused(error) || performance.now() >= giveUpAtMs) throw error;
      if (!isTold) logger.warn({ err: error }, 'a store does not answer while the service starts; it is asked again');
      await pause(betweenMs);
    }
  }
};
