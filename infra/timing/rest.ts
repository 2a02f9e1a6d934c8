import { setTimeout as pause } from 'node:timers/promises';

/** Waits; a signal that is aborted ends it at once. Never rejects. */
export const rest = async (waitMs: number, signal: AbortSignal): Promise<void> => {
  await pause(waitMs, undefined, { signal }).catch(() => undefined);
};
