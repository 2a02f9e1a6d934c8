import type {
  CallbackContent,
  CallbackHint,
  CallbackSource,
  CallbackSurface,
} from '../../../../commands/ports/callback-source';
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

/** What the sandbox's providers call about, by surface and the type in their callbacks. A new one is a line here. */
const KIND_OF_TYPE = {
  bank: { 'payout.changed': 'payout', 'charge.changed': 'charge' },
  kyc: { 'kyc.changed': 'kyc' },
} as const satisfies Readonly<Record<CallbackSurface, Readonly<Record<string, CallbackHint['kind']>>>>;

export type SandboxCallbackType = {
  [Surface in CallbackSurface]: keyof (typeof KIND_OF_TYPE)[Surface];
}[CallbackSurface];

/** A forged callback is signed with another secret. */
export const writeCallback = (
  secret: string,
  taken: TakenCallback,
  nowMs: number,
  type: SandboxCallbackType = 'payout.changed',
): SignedCallback => {
  const { providerEventId, idempotencyKey, dueAtMs, forged } = taken;
  const at = new Date(dueAtMs).toISOString();
  const body = JSON.stringify({ id: providerEventId, type: taken.type ?? type, key: idempotencyKey, at });
  const signature = signedHeaders(forged ? `not ${secret}` : secret, Buffer.from(body), nowMs);
  return { headers: { 'content-type': 'application/json', ...signature }, body };
};

const sandboxSource =
  (surface: CallbackSurface) =>
  /** `secrets`: all that are valid now. */
  (secrets: readonly string[], clock: Pick<Clock, 'now'>, provider = 'sandbox'): CallbackSource => ({
    ...{ surface, provider },
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
