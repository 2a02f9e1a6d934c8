/** When each append was acknowledged, milliseconds since 1970, in order. */
export type Acknowledged = readonly number[];

/** What was under way when a fault began may still be acknowledged. */
const LATE_MS = 1_000;

/**
 * For each fault the longest time without an acknowledged append of anybody that began with it, or before the next one;
 * one that nobody ended counts to `endMs`.
 */
export const silencesMs = (atMs: Acknowledged, faultsAtMs: readonly number[], endMs: number): readonly number[] => {
  const silences = faultsAtMs.map(() => 0);
  for (const [index, from] of atMs.entries()) {
    const fault = faultsAtMs.findLastIndex((at) => at <= from + LATE_MS);
    const silenceMs = (atMs[index + 1] ?? endMs) - from;
    if (fault !== -1) silences[fault] = Math.max(silences[fault]!, silenceMs);
  }
  return silences;
};

/** The first acknowledgement after a moment that came after a silence of `leastMs`; null when there was none such. */
export const firstAfterSilence = (atMs: Acknowledged, fromMs: number, leastMs: number): number | null => {
  const from = Math.max(
    0,
    atMs.findLastIndex((at) => at <= fromMs),
  );
  for (let index = from + 1; index < atMs.length; index += 1) {
    if (atMs[index]! - atMs[index - 1]! >= leastMs) return atMs[index]!;
  }
  return null;
};

/** Of an empty list null. */
export const medianOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) / 2)]!;

export const maximumOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.max(...values);
