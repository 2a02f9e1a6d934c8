/** What failed rests before it is tried again, twice as long each time. Known to this process alone, while it runs. */
export interface Patience {
  readonly failed: (key: string, nowMs: number) => void;
  readonly settled: (key: string) => void;
  readonly isResting: (key: string, nowMs: number) => boolean;
  /** Those that rest, and those that have rested and may be tried again. */
  readonly known: (nowMs: number) => { readonly resting: readonly string[]; readonly rested: readonly string[] };
}

export interface PatienceLimits {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Beyond this many the one that failed longest ago is forgotten, and so tried earlier. */
  readonly mostKeys: number;
}

interface Rest {
  readonly waitMs: number;
  readonly untilMs: number;
}

export const createPatience = ({ firstMs, longestMs, mostKeys }: PatienceLimits): Patience => {
  const rests = new Map<string, Rest>();
  const isResting = (key: string, nowMs: number): boolean => (rests.get(key)?.untilMs ?? 0) > nowMs;
  return {
    failed: (key, nowMs) => {
      const before = rests.get(key);
      const waitMs = before === undefined ? firstMs : Math.min(before.waitMs * 2, longestMs);
      rests.delete(key);
      rests.set(key, { waitMs, untilMs: nowMs + waitMs });
      const [oldest] = rests.keys();
      if (rests.size > mostKeys && oldest !== undefined) rests.delete(oldest);
    },
    settled: (key) => void rests.delete(key),
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
