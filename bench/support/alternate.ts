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
  /** As often as the scale says when absent. */
  readonly rounds?: number;
  readonly measured: () => Promise<number>;
  readonly baseline: () => Promise<number>;
}

const shown = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** Both sides in turn; the ratio is the median of the rounds' own ratios. */
export const alternate = async (bench: Bench, compared: Compared): Promise<Figure> => {
  const { name, unit, rounds: count = bench.scale.rounds } = compared;
  const rounds: { readonly value: number; readonly baseline: number; readonly ratio: number }[] = [];
  for (let round = 1; round <= count; round += 1) {
    const baseline = await compared.baseline();
    const value = await compared.measured();
    rounds.push({ value, baseline, ratio: value / baseline });
    bench.say(`  ${name} ${round}/${count}: ${shown(value)} to ${shown(baseline)} ${unit}`);
  }
  const middle = (key: 'value' | 'baseline' | 'ratio'): number => median(rounds.map((round) => round[key]));
  return { name, unit, value: middle('value'), baseline: middle('baseline'), ratio: middle('ratio') };
};
