import type { LimitsPerMinute } from '../../infra/http/rate-limits';
import type { RateLimits } from '../../src/http/limit-deps';

export const NO_LIMITS: LimitsPerMinute = {
  ip: 0,
  credentialed: 0,
  partner: 0,
  partnerUsers: 0,
  userGet: 0,
  cashoutPost: 0,
  cashinPost: 0,
  withdraw: 0,
  validateCode: 0,
};

/** Every bucket is empty for seven seconds more. */
export const refusingLimits: RateLimits = {
  take: async () => ({ limit: 1, remaining: 0, resetSeconds: 7, isOver: true }),
};
