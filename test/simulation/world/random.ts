/** Chance that follows from a seed (mulberry32). */
export interface Random {
  /** From 0 to `below` - 1. */
  readonly upTo: (below: number) => number;
  /** True in `percent` of 100 cases. */
  readonly chance: (percent: number) => boolean;
  readonly pick: <Value>(values: readonly Value[]) => Value;
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (below: number): number => Math.floor(next() * below);
  return {
    upTo,
    chance: (percent) => upTo(100) < percent,
    pick: (values) => {
      const value = values[upTo(values.length)];
      if (value === undefined) throw new Error('Nothing to pick from');
      return value;
    },
  };
};
