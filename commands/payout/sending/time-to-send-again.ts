import type { Mode } from '../../../aggregates/partner/events';

/** After this only an operator acts, and in live mode nothing is sent: providers keep their keys for a limited time. */
export const CASE_AFTER_MS = 2 * 3_600_000;

/** Before this, "not found" may be the provider's own delay. */
export const NOT_FOUND_GRACE_MS = 600_000;

/** Between sendings of a key whose order waits for its approval, as for a balance. */
export const APPROVE_EVERY_MS = 60_000;

export interface UnknownSending {
  readonly mode: Mode;
  /** When the attempt was first sent: milliseconds since 1970. */
  readonly sinceMs: number;
  readonly unknownAt: string;
}

/**
 * Not before the provider must have noticed the key, nor after it may have forgotten it. A simulator forgets whenever it
 * is reset and moves no money: its key is sent again at any time, each time after as long as all before took.
 */
export const isTimeToSendAgain = ({ mode, sinceMs, unknownAt }: UnknownSending, nowMs: number): boolean => {
  const unknownMs = Date.parse(unknownAt);
  if (nowMs < unknownMs + NOT_FOUND_GRACE_MS) return false;
  if (nowMs <= sinceMs + CASE_AFTER_MS) return true;
  return mode === 'sandbox' && nowMs - unknownMs >= unknownMs - sinceMs;
};
