import type { CallbackContent, CallbackSource } from '../../../../commands/ports/callback-source';
import type { Clock } from '../../../../commands/ports/clock';
import { jsonObjectIn, textIn } from '../../../callbacks/read-json';
import { hmacScheme } from '../../../callbacks/schemes/hmac';
import { OWN_SCHEME, signedHeaders } from '../../../callbacks/schemes/own';
import type { TakenCallback } from './payout-store';

/** As it goes over the wire. */
export interface SignedCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the sandbox's bank calls about, by the type in its callbacks. A new one is a line here. */
const KIND_OF_TYPE = { 'payout.changed': 'payout' } as const;
const PAYOUT_TYPE: keyof typeof KIND_OF_TYPE = 'payout.changed';

/** A forged callback is signed with another secret. */
export const writeCallback = (secret: string, taken: TakenCallback, nowMs: number): SignedCallback => {
  const { providerEventId, idempotencyKey, dueAtMs, forged } = taken;
  const at = new Date(dueAtMs).toISOString();
  const body = JSON.stringify({ id: providerEventId, type: PAYOUT_TYPE, key: idempotencyKey, at });
  const signature = signedHeaders(forged ? `not ${secret}` : secret, Buffer.from(body), nowMs);
  return { headers: { 'content-type': 'application/json', ...signature }, body };
};

/** The bank's callbacks as the service takes them. `secrets`: all that are valid now. */
export const sandboxBankSource = (secrets: readonly string[], clock: Pick<Clock, 'now'>): CallbackSource => ({
  surface: 'bank',
  provider: 'sandbox',
  isAuthentic: hmacScheme({ ...OWN_SCHEME, clock, secrets }),
  read: (body) => {
    const said = jsonObjectIn(body);
    return said === null ? null : contentOf(said);
  },
});

const contentOf = (said: Readonly<Record<string, unknown>>): CallbackContent => {
  const [eventId, type, key] = [textIn(said, 'id'), textIn(said, 'type'), textIn(said, 'key')];
  const kind = Object.hasOwn(KIND_OF_TYPE, type) ? KIND_OF_TYPE[type as keyof typeof KIND_OF_TYPE] : null;
  return { eventId: eventId === '' ? null : eventId, hints: kind === null ? [] : [{ kind, key }] };
};
