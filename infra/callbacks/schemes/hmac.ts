import { createHmac } from 'node:crypto';
import type { Clock } from '../../../commands/ports/clock';
import type { CallbackSource, RawCallback } from '../../../commands/ports/providers/callback-source';
import { headerOf, isOneOf } from './equal';

export interface HmacScheme {
  readonly clock: Pick<Clock, 'now'>;
  /** All valid secrets: several during a rotation. */
  readonly secrets: readonly string[];
  readonly signatureHeader: string;
  readonly prefix: string;
  /** Seconds since 1970, a whole number. */
  readonly timestampHeader: string;
  /** True: `<timestamp>.` is signed before the body. */
  readonly isTimestampSigned: boolean;
  readonly toleranceSeconds: number;
}

const WHOLE_SECONDS = /^[1-9]\d{0,11}$/;

/** HMAC-SHA256 over the raw bytes, fresh by a timestamp. */
export const hmacScheme =
  (scheme: HmacScheme): CallbackSource['isAuthentic'] =>
  (callback) => {
    const { secrets, signatureHeader, timestampHeader } = scheme;
    const timestamp = headerOf(callback, timestampHeader);
    const isFresh = isWithin(timestamp, scheme);
    const expected = secrets.map((secret) => signatureOf(scheme, { secret, timestamp, body: callback.body }));
    return isOneOf(headerOf(callback, signatureHeader), expected) && isFresh;
  };

const isWithin = (timestamp: string, { clock, toleranceSeconds }: HmacScheme): boolean =>
  WHOLE_SECONDS.test(timestamp) && Math.abs(clock.now() / 1000 - Number(timestamp)) <= toleranceSeconds;

export const signatureOf = (
  { prefix, isTimestampSigned }: Pick<HmacScheme, 'prefix' | 'isTimestampSigned'>,
  { secret, timestamp, body }: Pick<RawCallback, 'body'> & { readonly secret: string; readonly timestamp: string },
): string => {
  const hmac = createHmac('sha256', secret);
  if (isTimestampSigned) hmac.update(`${timestamp}.`);
  return prefix + hmac.update(body).digest('hex');
};
