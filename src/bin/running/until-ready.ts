import { setTimeout as pause } from 'node:timers/promises';
import type { Readiness } from '../../http/deps';

/** Networks get their first scan within this time, or count as unreachable. */
const PATIENCE_MS = 10_000;
const BETWEEN_MS = 50;

/** Resolves when ready or after `patienceMs`: readiness says why. */
export const untilReady = async (readiness: () => Promise<Readiness>, patienceMs = PATIENCE_MS): Promise<void> => {
  const giveUpAtMs = performance.now() + patienceMs;
  while (performance.now() < giveUpAtMs && !(await readiness()).ready) await pause(BETWEEN_MS);
};
