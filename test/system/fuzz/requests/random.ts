import { randomOf } from '../../../simulation/world/random';

/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** 0 <= n < limit. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

export const createRandom = (seed: number): Random => {
  const { upTo, pick } = randomOf(seed);
  return { below: upTo, pick, chance: (probability) => upTo(1_000_000) < probability * 1_000_000 };
};

/** FUZZ_SEED, so that a run can be repeated, or a new one. */
export const seedOf = (environment: NodeJS.ProcessEnv): number => {
  const given = Number(environment['FUZZ_SEED']);
  return Number.isInteger(given) && given > 0 ? given : Date.now() % 2 ** 32;
};
