import { backoffMs } from '../timing/backoff';
import { createBoundedMap } from '../timing/bounded-map';

export interface Patience {
  readonly failed: (key: string, nowMs: number) => void;
  readonly settled: (key: string) => void;
  readonly isResting: (key: string, nowMs: number) => boolean;
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
}

export const createPatience = (limits: PatienceLimits): Patience => {
  const rests = createBoundedMap<Rest>(limits.mostKeys);
  const isResting = (key: string, nowMs: number): boolean => (rests.get(key)?.untilMs ?? 0) > nowMs;
  return {
    failed: (key, nowMs) => {
      const failures = (rests.get(key)?.failures ?? 0) + 1;
      rests.set(key, { failures, untilMs: nowMs + backoffMs(limits, failures) });
    },
    settled: rests.delete,
    isResting,
    known: (nowMs) => {
      const keys = [...rests.keys()];
      return {
        resting: keys.filter((key) => isResting(key, nowMs)),
        rested: keys.filter((key) => !isResting(key, nowMs)),
      };
    },
  };
};
