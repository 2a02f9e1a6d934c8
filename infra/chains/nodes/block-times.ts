import type { Clock } from '../../../commands/ports/clock';
import type { BlockHead } from './chain-node';
import { contradiction } from './standings';

/** Normal drift between a chain's clock and ours. */
const LEAST_TOLERANCE_MS = 60_000;

export interface BlockTimes {
  /** Throws when a block is later than our own clock. */
  readonly mustBePast: (label: string, header: Pick<BlockHead, 'number' | 'time'>) => void;
  /** Throws when a block is earlier than its parent; equal is normal where blocks come fast. */
  readonly mustFollow: (
    label: string,
    parent: Pick<BlockHead, 'time'>,
    header: Pick<BlockHead, 'number' | 'time'>,
  ) => void;
}

/** How far a refused block is ahead of our clock; null for other errors. */
export const aheadOfClockMs = (error: unknown): number | null =>
  error instanceof Error && 'aheadOfClockMs' in error && typeof error.aheadOfClockMs === 'number'
    ? error.aheadOfClockMs
    : null;

export const createBlockTimes = (clock: Clock, toleranceSeconds: number): BlockTimes => {
  const toleranceMs = Math.max(LEAST_TOLERANCE_MS, toleranceSeconds * 1000);
  return {
    mustBePast: (label, { number, time }) => {
      const aheadMs = Date.parse(time) - clock.now();
      if (aheadMs <= toleranceMs) return;
      const error = contradiction(label, `says ${time} for block ${number}, which is later than our clock`);
      throw Object.assign(error, { aheadOfClockMs: aheadMs });
    },
    mustFollow: (label, parent, { number, time }) => {
      if (Date.parse(time) >= Date.parse(parent.time)) return;
      throw contradiction(label, `says ${time} for block ${number}, and ${parent.time} for its parent`);
    },
  };
};
