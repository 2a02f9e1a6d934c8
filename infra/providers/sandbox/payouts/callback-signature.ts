import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PlannedCallback } from './payout-store';

/** Untrusted bytes and their signature. */
export interface RawCallback {
  readonly body: string;
  /** Hex HMAC-SHA256 of the body. */
  readonly signature: string;
}

const sign = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex');

export interface CallbackHint {
  readonly providerEventId: string;
  readonly idempotencyKey: string;
}

/** A forged callback is signed with another key. */
export const writeCallback = (secret: string, planned: PlannedCallback): RawCallback => {
  const { providerEventId, idempotencyKey, forged } = planned;
  const body = JSON.stringify({ providerEventId, idempotencyKey });
  return { body, signature: sign(forged ? `not ${secret}` : secret, body) };
};

export const readCallback = (secret: string, { body, signature }: RawCallback): CallbackHint | null => {
  const [expected, given] = [Buffer.from(sign(secret, body)), Buffer.from(signature)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  const { providerEventId, idempotencyKey } = JSON.parse(body) as CallbackHint;
  return { providerEventId, idempotencyKey };
};
