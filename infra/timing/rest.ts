import { setTimeout as pause } from 'node:timers/promises';

/** Waits, or ends early when the signal aborts. Never rejects. */
export const rest = async (waitMs: number, signal: AbortSignal): Promise<void> => {
  await pause(waitMs, undefined, { signal }).catch(() => undefined);
};
