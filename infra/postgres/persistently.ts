import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../../commands/timing/backoff';

/** About three seconds in all: a short failover of the database must not make a receiver see a delivery twice. */
const MOST_PAUSES = 5;
const PAUSE = { firstMs: 100, longestMs: 1_600 };

/** Runs a repeatable write until it succeeds, at most six times; rejects with the last error. */
export const persistently = async (write: () => Promise<void>): Promise<void> => {
  for (let failures = 1; failures <= MOST_PAUSES; failures += 1) {
    try {
      await write();
      return;
    } catch {
      // The last try reports its error.
      await pause(backoffMs(PAUSE, failures));
    }
  }
  await write();
};
