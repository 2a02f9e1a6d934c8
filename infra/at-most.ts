import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when the work has ended, at the latest after `timeoutMs`: the work then goes on unattended. */
export const atMost = async (timeoutMs: number, work: Promise<unknown>): Promise<void> => {
  const timer = new AbortController();
  await Promise.race([work, pause(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
};
