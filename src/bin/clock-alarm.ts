import { hostname } from 'node:os';
import type { Alert } from '../../commands/alerts/kinds';

/** A block's time this far ahead of our clock is no jitter: one of the two is wrong. */
const AHEAD_MS = 60_000;

/** Every network whose last look told is ahead of our clock, and all of them told: then it is the clock that is wrong. */
export const isClockWrong = (aheadMs: ReadonlyMap<string, number | null>, networks: readonly string[]): boolean =>
  networks.length > 0 && networks.every((network) => (aheadMs.get(network) ?? 0) > AHEAD_MS);

/** Takes what each network's look tells, and tells at each for as long as our clock is contradicted by all. */
export const createClockAlarm = (networks: readonly string[], alert: Alert, host: string = hostname()) => {
  const told = new Map<string, number | null>();
  return (network: string, aheadMs: number | null): void => {
    // A look that failed for another reason tells nothing of the clock.
    if (aheadMs === null) return;
    told.set(network, aheadMs);
    if (!isClockWrong(told, networks)) return;
    alert("Every network contradicts this machine's clock", { host, aheadMs: aheadMs.toString() });
  };
};

/** What a reader says when it refuses a node's answers because they are ahead of our clock (`commands/ports/chain-reader.ts`). */
export const aheadOf = (error: unknown): number | null =>
  error instanceof Error && 'aheadOfClockMs' in error && typeof error.aheadOfClockMs === 'number'
    ? error.aheadOfClockMs
    : null;
