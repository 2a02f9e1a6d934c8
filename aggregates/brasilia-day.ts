/** Brazil has had no summer time since 2019: Brasília is 3 hours behind UTC. */
const OFFSET_MS = 3 * 3_600_000;
const FORM = /^\d{4}-\d{2}-\d{2}$/;

/** The day of a time in milliseconds since 1970, as `2026-11-27`. */
export const dayInBrasilia = (ms: number): string => new Date(ms - OFFSET_MS).toISOString().slice(0, 10);

/** The first millisecond of a day such as `2026-11-27`. Null when the day does not exist. */
export const startOfDayInBrasilia = (day: string): number | null => {
  const startMs = FORM.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== day) return null;
  return startMs + OFFSET_MS;
};

const NIGHT = { fromHour: 20, toHour: 6 };

export const isNightInBrasilia = (ms: number): boolean => {
  const hour = new Date(ms - OFFSET_MS).getUTCHours();
  return hour >= NIGHT.fromHour || hour < NIGHT.toHour;
};
