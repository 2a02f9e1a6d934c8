import { backoffMs } from '../timing/backoff';
import { createBoundedMap } from '../timing/bounded-map';

export interface Failing {
  readonly key: string;
  readonly sinceMs: number;
  readonly reason: string;
}

export interface Patience {
  /** Without a reason, the key rests and is not failing. */
  readonly failed: (key: string, nowMs: number, reason?: string | null) => void;
  readonly settled: (key: string) => void;
  readonly isResting: (key: string, nowMs: number) => boolean;
  /** Items with a reason that were tried lately: no work waits for others. */
  readonly failing: (nowMs: number) => readonly Failing[];
  readonly known: (nowMs: number) => { readonly resting: readonly string[]; readonly rested: readonly string[] };
}

export interface PatienceLimits {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly mostKeys: number;
}

interface Rest {
  readonly failures: number;
  readonly untilMs: number;
  readonly failing: Failing | null;
}

const LATELY_MS = 120_000;

export const createPatience = (limits: PatienceLimits): Patience => {
  const rests = createBoundedMap<Rest>(limits.mostKeys);
  const isResting = (key: string, nowMs: number): boolean => (rests.get(key)?.untilMs ?? 0) > nowMs;
  return {
    failed: (key, nowMs, reason = null) => {
      const before = rests.get(key);
      const failures = (before?.failures ?? 0) + 1;
      const failing = reason === null ? null : { key, sinceMs: before?.failing?.sinceMs ?? nowMs, reason };
      rests.set(key, { failures, untilMs: nowMs + backoffMs(limits, failures), failing });
    },
    settled: rests.delete,
    isResting,
    failing: (nowMs) =>
      [...rests.values()].flatMap(({ failing, untilMs }) =>
        failing === null || nowMs - untilMs >= LATELY_MS ? [] : [failing],
      ),
    known: (nowMs) => {
      const keys = [...rests.keys()];
      return {
        resting: keys.filter((key) => isResting(key, nowMs)),
        rested: keys.filter((key) => !isResting(key, nowMs)),
      };
    },
  };
};
