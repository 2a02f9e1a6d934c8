import type { Bench, Figure } from '../figures';

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('No values, no median');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('No values, no percentile');
  return value;
};

export interface Compared {
  readonly name: string;
  readonly unit: string;
  /** Measures once; answers how much per second. */
  readonly measured: () => Promise<number>;
  readonly baseline: () => Promise<number>;
}

/** Both sides in turn, as often as the scale says; the ratio is the median of the rounds' own ratios. */
export const alternate = async (bench: Bench, { name, unit, measured, baseline }: Compared): Promise<Figure> => {
  const rounds: { readonly value: number; readonly baseline: number; readonly ratio: number }[] = [];
  for (let round = 1; round <= bench.scale.rounds; round += 1) {
    const against = await baseline();
    const value = await measured();
    rounds.push({ value, baseline: against, ratio: value / against });
    const [shown, shownAgainst] = [Math.round(value), Math.round(against)];
    bench.say(`  ${name} ${round}/${bench.scale.rounds}: ${shown} to ${shownAgainst} ${unit}`);
  }
  return {
    name,
    unit,
    value: median(rounds.map((round) => round.value)),
    baseline: median(rounds.map((round) => round.baseline)),
    ratio: median(rounds.map((round) => round.ratio)),
  };
};
