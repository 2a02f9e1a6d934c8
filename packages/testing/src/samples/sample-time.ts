/** The time of a sample, `seconds` after noon. */
export const time = (seconds: number): string => new Date(Date.UTC(2026, 10, 20, 12) + seconds * 1000).toISOString();
