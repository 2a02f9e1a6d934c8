import { Agent, request } from 'undici';
import type { Clock } from '../../../commands/ports/clock';
import type { CallbackHint, CallbackSource, ProviderSurface } from '../../../commands/ports/providers/callback-source';
import { jsonObjectIn, textIn } from '../../callbacks/read-json';
import { hmacScheme } from '../../callbacks/schemes/hmac';
import { OWN_SCHEME, signedHeaders } from '../../callbacks/schemes/own';
import type { CallbackType, PlannedCallback } from './book/sandbox-book';
import { iso, NAME } from './desk';

export interface SignedCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Subjects of callbacks, by surface and the type in their bodies. */
const KIND_OF_TYPE = {
  bank: { 'payout.changed': 'payout', 'charge.changed': 'charge' },
  kyc: { 'kyc.changed': 'kyc' },
} as const satisfies Readonly<Record<ProviderSurface, Partial<Readonly<Record<CallbackType, CallbackHint['kind']>>>>>;

/** A forged callback is signed with another secret. */
export const writeCallback = (
  secret: string,
  { eventId, about, type, dueAtMs, forged }: PlannedCallback,
  nowMs: number,
): SignedCallback => {
  const body = JSON.stringify({ id: eventId, type, key: about, at: iso(dueAtMs) });
  const signature = signedHeaders(forged ? `not ${secret}` : secret, Buffer.from(body), nowMs);
  return { headers: { 'content-type': 'application/json', ...signature }, body };
};

/** The callbacks of a surface in the service's form. `secrets`: all valid ones. */
export const sandboxSource = (
  surface: ProviderSurface,
  secrets: readonly string[],
  clock: Pick<Clock, 'now'>,
): CallbackSource => ({
  ...{ surface, provider: NAME },
  isAuthentic: hmacScheme({ ...OWN_SCHEME, clock, secrets }),
  read: (body) => {
    const said = jsonObjectIn(body);
    if (said === null) return null;
    const [eventId, type, key] = [textIn(said, 'id'), textIn(said, 'type'), textIn(said, 'key')];
    const kinds: Readonly<Record<string, CallbackHint['kind']>> = KIND_OF_TYPE[surface];
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    return { eventId: eventId === '' ? null : eventId, hints: kind === undefined ? [] : [{ kind, key }] };
  },
});

/** Answers the status. Rejects when nothing answers. */
export type PostCallback = (surface: ProviderSurface, callback: SignedCallback) => Promise<number>;

export const surfaceOf = (type: CallbackType): ProviderSurface => (type === 'kyc.changed' ? 'kyc' : 'bank');

const TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 8;

/** Over HTTP, like every provider: to `/webhooks/<surface>/sandbox` below the service's address. */
export const postCallback = (serviceUrl: string): PostCallback => {
  // Each connection ends with its answer, because the called service may be the one that stops.
  const dispatcher = new Agent({ connections: MOST_CONNECTIONS, pipelining: 0, connect: { timeout: TIMEOUT_MS } });
  return async (surface, { headers, body }) => {
    const url = `${serviceUrl}/webhooks/${surface}/${NAME}`;
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    const answer = await request(url, { dispatcher, method: 'POST', headers, body, ...timeouts });
    await answer.body.dump();
    return answer.statusCode;
  };
};
