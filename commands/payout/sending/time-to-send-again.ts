import type { Mode } from '../../../aggregates/partner/events';

/** Only an operator acts after this time, and no live key is resent: providers keep keys for a limited time. */
export const CASE_AFTER_MS = 2 * 3_600_000;

/** A "not found" within this time may be the provider's own delay. */
export const NOT_FOUND_GRACE_MS = 600_000;

/** Interval of sendings for a key whose order waits for its approval, as for a balance. */
export const APPROVE_EVERY_MS = 60_000;

export interface UnknownSending {
  readonly mode: Mode;
  /** When the attempt was first sent: milliseconds since 1970. */
  readonly sinceMs: number;
  readonly unknownAt: string;
}

/** True between the provider's delay and its forgetting of keys. A simulator's key is resent at any time. */
export const isTimeToSendAgain = ({ mode, sinceMs, unknownAt }: UnknownSending, nowMs: number): boolean => {
  const unknownMs = Date.parse(unknownAt);
  if (nowMs < unknownMs + NOT_FOUND_GRACE_MS) return false;
  if (nowMs <= sinceMs + CASE_AFTER_MS) return true;
  return mode === 'sandbox' && nowMs - unknownMs >= unknownMs - sinceMs;
};
