import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests per minute; 0 means that nothing is limited (RATE_LIMITS). */
export interface LimitsPerMinute {
  readonly ip: number;
  readonly userGet: number;
  readonly cashoutPost: number;
  readonly cashinPost: number;
  readonly withdraw: number;
  readonly validateCode: number;
}

/** Design: api, section 1. */
export const DEFAULT_LIMITS: LimitsPerMinute = {
  ip: 120,
  userGet: 120,
  cashoutPost: 10,
  cashinPost: 10,
  withdraw: 5,
  validateCode: 30,
};

export interface Limiter {
  /** Null when it may pass, otherwise how many seconds to wait, at least 1. */
  readonly take: (limit: keyof LimitsPerMinute, key: string) => Promise<number | null>;
}

const WINDOW_SECONDS = 60;

/** Counts within this process, so that nothing opens when something else is away. A window is a minute from its first request. */
export const createRateLimits = (limits: LimitsPerMinute): Limiter => {
  const buckets = new Map(
    Object.entries(limits)
      .filter(([, points]) => points > 0)
      .map(([name, points]: [string, number]) => [name, bucketOf(name, points)]),
  );
  return {
    take: async (limit, key) => {
      const bucket = buckets.get(limit);
      return bucket === undefined ? null : take(bucket, key);
    },
  };
};

const bucketOf = (name: string, points: number): RateLimiterMemory =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: WINDOW_SECONDS });

const take = async (bucket: RateLimiterMemory, key: string): Promise<number | null> => {
  try {
    await bucket.consume(key);
    return null;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw refused;
  }
};
