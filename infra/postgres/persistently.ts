import { setTimeout as pause } from 'node:timers/promises';

/** About three seconds in all: a short failover of the database must not make a receiver see a delivery twice. */
const PAUSES_MS = [100, 200, 400, 800, 1600];

/** Runs a repeatable write until it succeeds, at most six times; rejects with the last error. */
export const persistently = async (write: () => Promise<void>): Promise<void> => {
  for (const pauseMs of PAUSES_MS) {
    try {
      await write();
      return;
    } catch {
      // The last try reports its error.
      await pause(pauseMs);
    }
  }
  await write();
};
