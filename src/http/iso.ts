/** A time of a row as ISO 8601 in UTC with milliseconds, however the driver hands it over. */
export const iso = (time: string | Date): string => new Date(time).toISOString();

export const isoOrNull = (time: string | Date | null): string | null => (time === null ? null : iso(time));
