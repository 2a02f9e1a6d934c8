import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './webhook-events';

/** Headers of a Node request (names in lower case) or of a `Request`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SignedWebhook {
  readonly headers: WebhookHeaders;
  /** As received, before any parsing. */
  readonly rawBody: string | Uint8Array;
  /** `whsec_...`; during a rotation the new secret and the previous one. */
  readonly secrets: readonly string[];
}

const TOLERANCE_SECONDS = 300;
const TIMESTAMP = /^[0-9]{1,12}$/;
const BASE64_PREFIX = 'whsec_';

/**
 * The event when its Standard Webhooks signature is valid and at most 300 s old; null otherwise. `nowMs` is the clock.
 * Throws a SyntaxError for a valid body that is not JSON.
 */
export const readWebhook = (webhook: SignedWebhook, nowMs = Date.now()): WebhookEvent | null => {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(webhook.headers, name),
  ) as [string, string, string];
  if (id === '' || !TIMESTAMP.test(timestamp)) return null;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return null;
  const expected = webhook.secrets.map((secret) => {
    const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(webhook.rawBody);
    return `v1,${signature.digest('base64')}`;
  });
  return isAnyOf(given.split(' '), expected) ? eventOf(webhook) : null;
};

/**
 * The event when `X-App-Signature` or its `-Previous` is valid; null otherwise. These signatures have no time, so that
 * an old delivery passes too: prefer readWebhook, and never fall back to this function. `prefix` is the instance's.
 */
export const readAppSignedWebhook = (webhook: SignedWebhook, prefix = 'App'): WebhookEvent | null => {
  const name = `x-${prefix.toLowerCase()}-signature`;
  const given = [headerOf(webhook.headers, name), headerOf(webhook.headers, `${name}-previous`)];
  const expected = webhook.secrets.map(
    (secret) => `sha256=${createHmac('sha256', secret).update(webhook.rawBody).digest('hex')}`,
  );
  return isAnyOf(given, expected) ? eventOf(webhook) : null;
};

/** A repeated header counts as absent. */
const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : '';
};

const keyOf = (secret: string): Buffer =>
  secret.startsWith(BASE64_PREFIX) ? Buffer.from(secret.slice(BASE64_PREFIX.length), 'base64') : Buffer.from(secret);

const isAnyOf = (given: readonly string[], expected: readonly string[]): boolean =>
  given.some((one) => expected.some((other) => isSame(Buffer.from(one), Buffer.from(other))));

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

const eventOf = ({ rawBody }: SignedWebhook): WebhookEvent =>
  JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8')) as WebhookEvent;
