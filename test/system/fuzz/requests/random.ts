/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** 0 <= n < limit. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** Mulberry32: 32 bits of state are enough to vary requests, and nothing else. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { below, pick, chance: (probability) => next() < probability };
};

/** FUZZ_SEED, so that a run can be repeated, or a new one. */
export const seedOf = (environment: NodeJS.ProcessEnv): number => {
  const given = Number(environment['FUZZ_SEED']);
  return Number.isInteger(given) && given > 0 ? given : Date.now() % 2 ** 32;
};
