const MS = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds, or a number and a unit: `90 s`, `1 h`. */
export type Duration = number | `${number} ${keyof typeof MS}`;

/** Throws for a text that is no duration, or is negative. */
export const milliseconds = (duration: Duration): number => {
  const [count = '', unit = 'ms'] = String(duration).split(' ');
  const ms = Number(count) * (MS as Readonly<Record<string, number>>)[unit]!;
  if (!Number.isSafeInteger(ms) || ms < 0) throw new Error(`No duration: ${duration}`);
  return ms;
};
