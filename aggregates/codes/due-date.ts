const DAY_MS = 86_400_000;
/** Day 0 of the factors, which restarted at 1000 after 9999. */
const FIRST_CYCLE_MS = Date.UTC(1997, 9, 7);
const CYCLE_DAYS = 9_000;
const SMALLEST_FACTOR = 1_000;
/** No published rule separates the two cycles (design: rails, section 1.4); at most one date fits this window. */
const OLDEST_DAYS = -3_000;
const NEWEST_DAYS = 5_500;

const daysAway = (factor: number, todayMs: number, cycle: 0 | 1): number =>
  (FIRST_CYCLE_MS - todayMs) / DAY_MS + factor + cycle * CYCLE_DAYS;

const fits = (days: number): boolean => days >= OLDEST_DAYS && days <= NEWEST_DAYS;

/** `yyyy-mm-dd`; null for factors below 1000. `today` is ISO 8601; outside the window the nearer date is taken. */
export const dueDateOf = (factor: number, today: string): string | null => {
  if (factor < SMALLEST_FACTOR) return null;
  const todayMs = Date.parse(today.slice(0, 10));
  const [first, second] = [daysAway(factor, todayMs, 0), daysAway(factor, todayMs, 1)];
  const isFirst = fits(first) || (!fits(second) && Math.abs(first) < Math.abs(second));
  return new Date(todayMs + (isFirst ? first : second) * DAY_MS).toISOString().slice(0, 10);
};
