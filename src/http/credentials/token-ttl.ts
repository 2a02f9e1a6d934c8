const GRAMMAR = /^([1-9]\d{0,5})([smhd])$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const MAXIMUM_SECONDS = 30 * 86_400;

/** `1h` or `7d` in seconds, at most 30 days (specification, part 5); null when malformed. */
export const ttlSecondsOf = (text: string, maximumSeconds = MAXIMUM_SECONDS): number | null => {
  const [, count = '', unit = ''] = GRAMMAR.exec(text) ?? [];
  const seconds = SECONDS[unit];
  return seconds === undefined ? null : Math.min(+count * seconds, maximumSeconds);
};
