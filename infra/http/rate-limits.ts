import { type Bucket, createMemoryBucket, type Taken } from './memory-bucket';
import { createRedisBucket, type SharedLimitsOptions } from './redis-bucket';

/** Requests per minute (RATE_LIMITS); 0 means unlimited. */
export interface LimitsPerMinute {
  /** Without a credential, per address. */
  readonly ip: number;
  /** With a credential, valid or not, per address. */
  readonly credentialed: number;
  /** With a partner's valid credential, per partner and mode; a partner may have its own limit. */
  readonly partner: number;
  /** With an end user's valid credential, per partner and mode: all its users together. */
  readonly partnerUsers: number;
  readonly userGet: number;
  readonly cashoutPost: number;
  readonly cashinPost: number;
  readonly withdraw: number;
  readonly validateCode: number;
  /** 401 answers, per address; default: a quarter of `ip`. */
  readonly authFailure?: number;
  /** Contract wallet calls at log-in, per address (default 10); six times as many over all addresses. */
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
  /** Null when unlimited. `points` overrides the key's limit; 0 lifts it. */
  readonly take: (limit: LimitName, key: string, points?: number | null) => Promise<Taken | null>;
}

/** Null when the request may pass, otherwise retry-after in seconds, at least 1. */
export const waitSecondsOf = (taken: Taken | null): number | null =>
  taken?.isOver === true ? taken.resetSeconds : null;

/** Counts in this process, or with `shared` in Redis while it answers. A window is a minute from its first request. */
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
