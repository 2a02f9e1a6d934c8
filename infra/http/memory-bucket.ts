export interface Taken {
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends, at least 1. */
  readonly resetSeconds: number;
  readonly isOver: boolean;
}

export interface Bucket {
  /** `points` is the key's limit, which may change between calls. */
  readonly take: (key: string, points: number) => Promise<Taken>;
}

export const WINDOW_SECONDS = 60;

/** A clock with fractions of a millisecond may add up to a little more than the window. */
const secondsOf = (leftMs: number): number => Math.max(1, Math.ceil(Math.round(leftMs) / 1_000));

export const takenOf = (limit: number, count: number, leftMs: number): Taken => ({
  limit,
  remaining: Math.max(0, limit - count),
  resetSeconds: secondsOf(leftMs),
  isOver: count > limit,
});

export interface MemoryBucketOptions {
  readonly maximumKeys?: number;
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

/** About 10 MB per limit. To evict a key an attacker needs 50,000 other keys within a minute, and gains one window. */
const MAXIMUM_KEYS = 50_000;

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/** Counts in this process. All windows have the same length, so the map's order is the order of their ends. */
export const createMemoryBucket = (options: MemoryBucketOptions = {}): Bucket => {
  const { maximumKeys = MAXIMUM_KEYS, now = () => performance.now() } = options;
  const windows = new Map<string, Window>();
  const removeOver = (nowMs: number): void => {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < maximumKeys) return;
      windows.delete(key);
    }
  };
  return {
    take: async (key, points) => {
      const nowMs = now();
      let window = windows.get(key);
      if (window === undefined || window.endsAtMs <= nowMs) {
        removeOver(nowMs);
        window = { count: 0, endsAtMs: nowMs + WINDOW_SECONDS * 1_000 };
        windows.set(key, window);
      }
      window.count += 1;
      return takenOf(points, window.count, window.endsAtMs - nowMs);
    },
  };
};
