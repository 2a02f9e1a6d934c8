import { hostname } from 'node:os';
import type { Alert } from '../../../commands/alerts/kinds';

/** More than jitter: either the block's time or our clock is wrong. */
const AHEAD_MS = 60_000;

export const isClockWrong = (aheadMs: ReadonlyMap<string, number | null>, networks: readonly string[]): boolean =>
  networks.length > 0 && networks.every((network) => (aheadMs.get(network) ?? 0) > AHEAD_MS);

/** Takes each network's clock and alerts while all networks contradict ours. */
export const createClockAlarm = (networks: readonly string[], alert: Alert, host: string = hostname()) => {
  const told = new Map<string, number | null>();
  return (network: string, aheadMs: number | null): void => {
    // A scan that failed for another reason proves nothing about the clock.
    if (aheadMs === null) return;
    told.set(network, aheadMs);
    if (!isClockWrong(told, networks)) return;
    alert("Every network contradicts this machine's clock", { host, aheadMs: aheadMs.toString() });
  };
};

/** How far a refused answer is ahead of our clock, in ms (`commands/ports/chains/chain-reader.ts`); null for other errors. */
export const aheadOf = (error: unknown): number | null =>
  error instanceof Error && 'aheadOfClockMs' in error && typeof error.aheadOfClockMs === 'number'
    ? error.aheadOfClockMs
    : null;
