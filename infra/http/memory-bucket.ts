/** One of the limits: counts per key. */
export interface Bucket {
  /** Null when it may pass, otherwise how many seconds to wait, at least 1. */
  readonly take: (key: string) => Promise<number | null>;
}

export const WINDOW_SECONDS = 60;

export interface MemoryBucketOptions {
  readonly maximumKeys?: number;
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

/**
 * About 10 MB for each limit. A new key beyond it takes the place of the one whose window ends first. Whoever would have a
 * key forgotten has to ask under as many others within the minute, each with a limit of its own, and gains one window.
 */
const MAXIMUM_KEYS = 50_000;

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/** Counts within this process. All windows are of one length, so the map's order is the order in which they end. */
export const createMemoryBucket = (points: number, options: MemoryBucketOptions = {}): Bucket => {
  const { maximumKeys = MAXIMUM_KEYS, now = () => performance.now() } = options;
  const windows = new Map<string, Window>();
  const removeOver = (nowMs: number): void => {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < maximumKeys) return;
      windows.delete(key);
    }
  };
  return {
    take: async (key) => {
      const nowMs = now();
      let window = windows.get(key);
      if (window === undefined || window.endsAtMs <= nowMs) {
        removeOver(nowMs);
        window = { count: 0, endsAtMs: nowMs + WINDOW_SECONDS * 1_000 };
        windows.set(key, window);
      }
      window.count += 1;
      return window.count <= points ? null : Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1_000));
    },
  };
};
