import type {
  CallbackContent,
  CallbackHint,
  CallbackSource,
  CallbackSurface,
} from '../../../commands/ports/callback-source';
import type { Clock } from '../../../commands/ports/clock';
import { jsonObjectIn, textIn } from '../../callbacks/read-json';
import { hmacScheme } from '../../callbacks/schemes/hmac';
import { OWN_SCHEME, signedHeaders } from '../../callbacks/schemes/own';
import type { CallbackType, PlannedCallback } from './book/sandbox-book';
import { NAME } from './desk';

/** As it goes over the wire. */
export interface SignedCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Subjects of callbacks, by surface and the type in their bodies. */
const KIND_OF_TYPE = {
  bank: { 'payout.changed': 'payout', 'charge.changed': 'charge' },
  kyc: { 'kyc.changed': 'kyc' },
} as const satisfies Readonly<Record<CallbackSurface, Partial<Readonly<Record<CallbackType, CallbackHint['kind']>>>>>;

export const surfaceOf = (type: CallbackType): CallbackSurface => (type === 'kyc.changed' ? 'kyc' : 'bank');

/** A forged callback is signed with another secret. */
export const writeCallback = (
  secret: string,
  { eventId, about, type, dueAtMs, forged }: PlannedCallback,
  nowMs: number,
): SignedCallback => {
  const body = JSON.stringify({ id: eventId, type, key: about, at: new Date(dueAtMs).toISOString() });
  const signature = signedHeaders(forged ? `not ${secret}` : secret, Buffer.from(body), nowMs);
  return { headers: { 'content-type': 'application/json', ...signature }, body };
};

const sandboxSource =
  (surface: CallbackSurface) =>
  /** `secrets`: all that are valid now. */
  (secrets: readonly string[], clock: Pick<Clock, 'now'>): CallbackSource => ({
    ...{ surface, provider: NAME },
    isAuthentic: hmacScheme({ ...OWN_SCHEME, clock, secrets }),
    read: (body) => {
      const said = jsonObjectIn(body);
      return said === null ? null : contentOf(KIND_OF_TYPE[surface], said);
    },
  });

/** The bank's callbacks as the service takes them. */
export const sandboxBankSource = sandboxSource('bank');

/** The KYC provider's callbacks as the service takes them. */
export const sandboxKycSource = sandboxSource('kyc');

const contentOf = (
  kinds: Readonly<Record<string, CallbackHint['kind']>>,
  said: Readonly<Record<string, unknown>>,
): CallbackContent => {
  const [eventId, type, key] = [textIn(said, 'id'), textIn(said, 'type'), textIn(said, 'key')];
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  return { eventId: eventId === '' ? null : eventId, hints: kind === undefined ? [] : [{ kind, key }] };
};
