import { invalidField } from '../../../../aggregates/rejection';

/** A day, or a time with its offset (RFC 3339), in years that every store accepts. */
const INSTANT = /^([12]\d{3}-\d\d-\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/;

/** ISO 8601 in UTC, to the millisecond; a day is its beginning. Throws VALIDATION_ERROR. */
export const instantOf = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const [, day] = INSTANT.exec(text) ?? [];
  const ms = day !== undefined && isDay(day) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw invalidField(name, 'must be a day (2026-11-20) or a time (2026-11-20T12:00:00Z)');
  return new Date(ms).toISOString();
};

/** `Date` turns 31 February into 3 March. */
const isDay = (day: string): boolean => {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
};
