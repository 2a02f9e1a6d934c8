export interface BackoffBounds {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Exceeds every bound, and is still a finite factor. */
const MOST_DOUBLINGS = 52;

/** Doubles with each failure in a row (from 1 on), up to the longest. */
export const backoffMs = ({ firstMs, longestMs }: BackoffBounds, failures: number): number =>
  Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), MOST_DOUBLINGS), longestMs);

export interface Backoff {
  readonly next: () => number;
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
