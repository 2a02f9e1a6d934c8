import { type Bucket, createMemoryBucket } from './memory-bucket';
import { createRedisBucket, type SharedLimitsOptions } from './redis-bucket';

/** Requests per minute; 0 means that nothing is limited (RATE_LIMITS). */
export interface LimitsPerMinute {
  readonly ip: number;
  readonly userGet: number;
  readonly cashoutPost: number;
  readonly cashinPost: number;
  readonly withdraw: number;
  readonly validateCode: number;
  /** Answers 401, per address; a quarter of `ip` when it is not given. */
  readonly authFailure?: number;
  /** Calls of contract wallets at a log-in, per address; of all addresses six times as many. 10 when it is not given. */
  readonly walletCall?: number;
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

const WALLET_CALLS = 10;
const WALLET_CALLERS = 6;

export type LimitName = keyof LimitsPerMinute | 'walletCallInAll';

export interface Limiter {
  /** Null when it may pass, otherwise how many seconds to wait, at least 1. */
  readonly take: (limit: LimitName, key: string) => Promise<number | null>;
}

/**
 * Counts within this process, or with `shared` in Redis among all processes, and within this process whenever Redis is
 * away: nothing ever opens. A window is a minute from its first request.
 */
export const createRateLimits = (limits: LimitsPerMinute, shared: SharedLimitsOptions | null = null): Limiter => {
  const bucketOf = (name: string, points: number): Bucket =>
    shared === null ? createMemoryBucket(points) : createRedisBucket({ ...shared, name, points });
  const { walletCall = WALLET_CALLS } = limits;
  const derived = { walletCall, walletCallInAll: walletCall * WALLET_CALLERS };
  const buckets = new Map(
    Object.entries({ authFailure: Math.ceil(limits.ip / 4), ...limits, ...derived })
      .filter(([, points]) => points > 0)
      .map(([name, points]: [string, number]) => [name, bucketOf(name, points)]),
  );
  return { take: async (limit, key) => (await buckets.get(limit)?.take(key)) ?? null };
};
