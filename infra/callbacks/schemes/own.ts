import type { RawCallback } from '../../../commands/ports/providers/callback-source';
import { type HmacScheme, signatureOf } from './hmac';

export const OWN_SCHEME = {
  signatureHeader: 'x-callback-signature',
  prefix: 'v1=',
  timestampHeader: 'x-callback-timestamp',
  isTimestampSigned: true,
  toleranceSeconds: 300,
} as const satisfies Omit<HmacScheme, 'clock' | 'secrets'>;

export const signedHeaders = (
  secret: string,
  body: RawCallback['body'],
  nowMs: number,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(nowMs / 1000));
  return {
    [OWN_SCHEME.timestampHeader]: timestamp,
    [OWN_SCHEME.signatureHeader]: signatureOf(OWN_SCHEME, { secret, timestamp, body }),
  };
};
