/** Checks of what a node answers; each throws on a malformed value, named by `what`. */
export const malformed = (what: string): Error => new Error(`The node's answer is malformed: ${what}`);

export const fieldsOf = (value: unknown, what: string): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) throw malformed(what);
  return value as Readonly<Record<string, unknown>>;
};

export const listOf = (value: unknown, what: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw malformed(what);
  return value as readonly unknown[];
};

export const textOf = (value: unknown, what: string): string => {
  if (typeof value !== 'string') throw malformed(what);
  return value;
};

export const readCount = (value: unknown, what: string): bigint => {
  const isExact = Number.isSafeInteger(value) && (value as number) >= 0;
  const isDigits = typeof value === 'string' && /^\d{1,20}$/.test(value);
  const count = isExact || isDigits ? BigInt(value as number | string) : -1n;
  if (count < 0n || count >= 2n ** 64n) throw malformed(what);
  return count;
};

/** Year 9999, the last that ISO 8601 writes with four digits. */
const LATEST_SECOND = 253_402_300_799;

/** ISO 8601, UTC; null when the value is no second from 1970 to 9999. */
export const timeOfSecond = (value: unknown): string | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LATEST_SECOND
    ? new Date(value * 1000).toISOString()
    : null;
