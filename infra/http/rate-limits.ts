import { type Bucket, createMemoryBucket, type Taken } from './memory-bucket';
import { createRedisBucket, type SharedLimitsOptions } from './redis-bucket';

/** Requests per minute; 0 means that nothing is limited (RATE_LIMITS). */
export interface LimitsPerMinute {
  /** Without a credential, per address. */
  readonly ip: number;
  /** With a credential, good or not, per address. */
  readonly credentialed: number;
  /** With a good credential of a partner, per partner and mode; a partner may have a number of its own. */
  readonly partner: number;
  /** With a good credential of an end user, per partner and mode: all its users together. */
  readonly partnerUsers: number;
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
  credentialed: 6_000,
  partner: 1_200,
  partnerUsers: 12_000,
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
  /** Null where nothing is limited. `points`: what this key has in place of the limit; 0 lifts it. */
  readonly take: (limit: LimitName, key: string, points?: number | null) => Promise<Taken | null>;
}

/** Null when it may pass, otherwise how many seconds to wait, at least 1. */
export const waitSecondsOf = (taken: Taken | null): number | null =>
  taken?.isOver === true ? taken.resetSeconds : null;

/**
 * Counts within this process, or with `shared` in Redis among all processes, and within this process whenever Redis is
 * away: nothing ever opens. A window is a minute from its first request.
 */
export const createRateLimits = (limits: LimitsPerMinute, shared: SharedLimitsOptions | null = null): Limiter => {
  const bucketOf = (name: string): Bucket =>
    shared === null ? createMemoryBucket() : createRedisBucket({ ...shared, name });
  const { walletCall = WALLET_CALLS, authFailure = Math.ceil(limits.ip / 4) } = limits;
  const pointsOf = { ...limits, walletCall, authFailure, walletCallInAll: walletCall * WALLET_CALLERS };
  const buckets = new Map(Object.keys(pointsOf).map((name) => [name, bucketOf(name)]));
  return {
    take: async (limit, key, own) => {
      const points = own ?? pointsOf[limit];
      return points === 0 ? null : ((await buckets.get(limit)?.take(key, points)) ?? null);
    },
  };
};
