import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../../commands/timing/backoff';

/** About three seconds in all: a short failover must not make a receiver see a delivery twice. */
const MOST_PAUSES = 5;
const PAUSE = { firstMs: 100, longestMs: 1_600 };

/** Retries a repeatable write, six times in all; rejects with the last error. */
export const persistently = async (write: () => Promise<void>): Promise<void> => {
  for (let failures = 1; failures <= MOST_PAUSES; failures += 1) {
    try {
      await write();
      return;
    } catch {
      await pause(backoffMs(PAUSE, failures));
    }
  }
  await write();
};
