import { setTimeout as pause } from 'node:timers/promises';
import { say } from './say';

const POLL_MS = 200;
const TIMEOUT_MS = 40_000;

/** Shows each status until it is COMPLETED; throws on another end, or on a timeout. */
export const untilCompleted = async (read: () => Promise<string>): Promise<void> => {
  const startedMs = Date.now();
  let shown = '';
  while (Date.now() - startedMs < TIMEOUT_MS) {
    const status = await read();
    if (status !== shown) say(`  status     ${status} after ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
    shown = status;
    if (status === 'COMPLETED') return;
    if (status === 'FAILED' || status === 'EXPIRED') throw new Error(`The payment ended in ${status}`);
    await pause(POLL_MS);
  }
  throw new Error(`The payment is still ${shown} after ${TIMEOUT_MS} ms`);
};
