import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Headers } from './headers';

export interface Signable {
  readonly deliveryId: string;
  readonly event: string;
  /** The exact bytes sent, as text. */
  readonly body: string;
  /** The attempt's time, in seconds since 1970. */
  readonly timestampSeconds: number;
}

const STANDARD_PREFIX = 'whsec_';

/** Design: api, section 6. The previous secret signs too: receivers can change over. Throws without a secret. */
export const signatureHeaders = (prefix: string, secrets: readonly string[], signable: Signable): Headers => {
  const [current, previous] = secrets;
  if (current === undefined) throw new Error('A secret is required to sign a webhook');
  return {
    [`x-${prefix}-signature`.toLowerCase()]: appSignature(current, signable.body),
    ...(previous === undefined
      ? {}
      : { [`x-${prefix}-signature-previous`.toLowerCase()]: appSignature(previous, signable.body) }),
    [`x-${prefix}-event`.toLowerCase()]: signable.event,
    [`x-${prefix}-delivery`.toLowerCase()]: signable.deliveryId,
    'webhook-id': signable.deliveryId,
    'webhook-timestamp': String(signable.timestampSeconds),
    'webhook-signature': secrets.map((secret) => standardSignature(secret, signable)).join(' '),
  };
};

const appSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;

const standardSignature = (
  secret: string,
  { deliveryId, timestampSeconds, body }: Pick<Signable, 'deliveryId' | 'timestampSeconds' | 'body'>,
): string => {
  const signed = `${deliveryId}.${timestampSeconds}.${body}`;
  return `v1,${createHmac('sha256', standardKey(secret)).update(signed, 'utf8').digest('base64')}`;
};

/** A legacy secret has no prefix: its own bytes are the key in both schemes. */
const standardKey = (secret: string): Buffer =>
  secret.startsWith(STANDARD_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');

export interface Received {
  /** Lower-case names, as in Node. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface VerifyOptions {
  readonly prefix: string;
  readonly secret: string;
  readonly nowSeconds: number;
  readonly toleranceSeconds: number;
}

export type Verdict =
  | { readonly ok: true; readonly deliveryId: string; readonly event: string }
  | { readonly ok: false; readonly reason: string };

/** A receiver's checks: both signatures, in constant time, and a fresh timestamp. */
export const verifyWebhook = ({ headers, body }: Received, options: VerifyOptions): Verdict => {
  const read = (name: string) => single(headers[name.toLowerCase()]);
  const { prefix, secret, nowSeconds, toleranceSeconds } = options;
  const deliveryId = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  if (deliveryId === '' || !/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'id or timestamp is missing' };
  const timestampSeconds = Number.parseInt(timestamp, 10);
  if (Math.abs(nowSeconds - timestampSeconds) > toleranceSeconds)
    return { ok: false, reason: 'timestamp differs too much from the clock' };
  const offered = [read(`x-${prefix}-signature`), read(`x-${prefix}-signature-previous`)];
  if (!includes(offered, appSignature(secret, body))) return { ok: false, reason: `X-${prefix}-Signature is wrong` };
  const expected = standardSignature(secret, { deliveryId, timestampSeconds, body });
  if (!includes(read('webhook-signature').split(' '), expected)) {
    return { ok: false, reason: 'webhook-signature is wrong' };
  }
  return { ok: true, deliveryId, event: read(`x-${prefix}-event`) };
};

const single = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '');

const includes = (offered: readonly string[], expected: string): boolean =>
  offered.reduce((found, candidate) => isSame(candidate, expected) || found, false);

const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};
