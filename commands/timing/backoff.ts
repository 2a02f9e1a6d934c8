export interface BackoffBounds {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** 2 ** 52 of any delay is longer than every bound, and still a number. */
const MOST_DOUBLINGS = 52;

/** How long to wait after so many failures in a row (from 1 on): each time twice as long, up to the longest. */
export const backoffMs = ({ firstMs, longestMs }: BackoffBounds, failures: number): number =>
  Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), MOST_DOUBLINGS), longestMs);

/** Counts the failures of one loop. */
export interface Backoff {
  /** The wait after one more failure. */
  readonly next: () => number;
  /** It works again: the next wait is the first. */
  readonly reset: () => void;
}

export const createBackoff = (bounds: BackoffBounds): Backoff => {
  let failures = 0;
  return {
    next: () => {
      failures += 1;
      return backoffMs(bounds, failures);
    },
    reset: () => {
      failures = 0;
    },
  };
};
