import type { CallbackSource, RawCallback } from '../../../commands/ports/providers/callback-source';
import { jsonObjectIn, textIn } from '../../callbacks/read-json';
import { type HmacScheme, hmacScheme } from '../../callbacks/schemes/hmac';
import type { DiditOptions } from './client';

type DiditCallbacks = Pick<HmacScheme, 'secrets' | 'clock'> & Pick<DiditOptions, 'environment'>;

/** Over the raw bytes alone: pages disagree about the canonical JSON of V2, and Simple does not sign the body. */
const SCHEME = {
  ...{ signatureHeader: 'x-signature', prefix: '' },
  ...{ timestampHeader: 'x-timestamp', isTimestampSigned: false, toleranceSeconds: 300 },
} as const;

type Fields = Readonly<Record<string, unknown>>;

/** Bodies are flat, or have their fields in `data`. */
const fieldIn = (said: Fields, name: string): string => {
  const { data } = said;
  const inner = typeof data === 'object' && data !== null ? textIn(data as Fields, name) : '';
  return textIn(said, name) || inner;
};

const isOf = (environment: string, { body }: RawCallback): boolean =>
  ['', environment].includes(fieldIn(jsonObjectIn(body) ?? {}, 'environment'));

/** A body says which session to ask about, and nothing of its state. Events of the other environment are refused. */
export const diditSource = (provider: string, { secrets, environment, clock }: DiditCallbacks): CallbackSource => {
  const isSigned = hmacScheme({ ...SCHEME, secrets, clock });
  return {
    ...{ surface: 'kyc', provider },
    isAuthentic: (callback) => isSigned(callback) && isOf(environment, callback),
    read: (body) => {
      const said = jsonObjectIn(body);
      if (said === null) return null;
      const [eventId, key] = [fieldIn(said, 'event_id'), fieldIn(said, 'vendor_data')];
      return { eventId: eventId === '' ? null : eventId, hints: key === '' ? [] : [{ kind: 'kyc', key }] };
    },
  };
};
