import type { SeenMovement } from '../../../../aggregates/chain';
import type { Clock } from '../../../../commands/ports/clock';
import { createBoundedMap } from '../../../../commands/timing/bounded-map';

/** Movements judged reorganised away, perhaps by mistake. */
export interface CalledGone {
  readonly note: (seen: SeenMovement) => void;
  readonly upTo: (height: bigint) => readonly SeenMovement[];
}

const LOOKED_FOR_MS = 60 * 60_000;
const MOST_CALLED_GONE = 10_000;
/** Limit for nodes that disagree permanently: otherwise a deposit would appear and disappear endlessly. */
const MOST_TIMES = 5;

interface Gone {
  readonly seen: SeenMovement;
  readonly atMs: number;
  readonly times: number;
}

export const createCalledGone = (clock: Clock): CalledGone => {
  const entries = createBoundedMap<Gone>(MOST_CALLED_GONE);
  const isOpen = ({ atMs, times }: Gone): boolean => times < MOST_TIMES && clock.now() - atMs < LOOKED_FOR_MS;
  return {
    note: (seen) => {
      const key = `${seen.blockHash}:${seen.txid}:${seen.position}`;
      entries.set(key, { seen, atMs: clock.now(), times: (entries.get(key)?.times ?? 0) + 1 });
    },
    upTo: (height) => {
      const open = [...entries.values()].filter(isOpen).map(({ seen }) => seen);
      return open.filter(({ blockNumber }) => BigInt(blockNumber) <= height);
    },
  };
};
