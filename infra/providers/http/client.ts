import { createHash } from 'node:crypto';
import type { Clock } from '../../../commands/ports/clock';
import type { CallContext } from '../../../commands/ports/providers/result';
import type { TlsIdentity } from './dial';
import { exchange } from './exchange';
import { jsonOf, jsonTextOf } from './json';
import type { Reads } from './reads';
import { userAgent } from './user-agent';

/** A request and its answer, without ids, secrets and persons. */
export interface ExchangeNote {
  readonly provider: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without ids and query. */
  readonly path: string;
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly ms: number;
  /** First half of the SHA-256 of the answer, in hex. Null: a GET, or no answer. */
  readonly bodyHash: string | null;
}

type Headers = Readonly<Record<string, string>>;

/** As it is sent. */
export type Sent = Pick<ExchangeNote, 'method'> & { readonly body: string };

export interface ClientOptions {
  readonly name: string;
  readonly url: string;
  /** The credentials of each request, read when it is sent. */
  readonly headers: Headers | ((path: string, sent: Sent) => Headers);
  readonly reads: Pick<Reads, 'get'>;
  /** The certificate of whatever is no GET; `reads` present their own. */
  readonly identity?: TlsIdentity;
  readonly clock: Clock;
  readonly onExchange: (note: ExchangeNote) => void;
}

export type Told =
  /** Provably not sent. */
  | { readonly kind: 'NOT_SENT' }
  /** Sent perhaps, and no whole answer came. */
  | { readonly kind: 'LOST' }
  /** `body`: numbers as their text; undefined when it is no JSON. */
  | {
      readonly kind: 'ANSWERED';
      readonly status: number;
      readonly body: unknown;
      readonly retryAfterMs?: number | null;
    };

export type Answered = Extract<Told, { kind: 'ANSWERED' }>;

export const isAccepted = (told: Told): told is Answered =>
  told.kind === 'ANSWERED' && told.status >= 200 && told.status < 300;

/** A path, and a last part that no log has. */
export type Place = string | readonly [path: string, id: string];

/** `notAfterMs`: no request is written later. The body is sent as JSON, or as the form that it is. Never rejects. */
type Order = (context: CallContext, place: Place, body: object, notAfterMs?: number) => Promise<Told>;

export interface Client {
  readonly name: string;
  readonly clock: Clock;
  /** `id` follows the path and is in no log. Never rejects. */
  readonly get: (context: CallContext, path: string, id?: string) => Promise<Told>;
  readonly post: Order;
  readonly put: Order;
  readonly patch: Order;
  /** Never rejects. */
  readonly remove: (context: CallContext, place: Place) => Promise<Told>;
}

const LARGEST_ANSWER_BYTES = 1_048_576;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const encoded = (body: object | null): readonly [type: string, text: string] => {
  if (body instanceof URLSearchParams) return [FORM_TYPE, body.toString()];
  return [JSON_TYPE, body === null ? '' : jsonTextOf(body)];
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const notingOf =
  ({ name, clock, onExchange }: ClientOptions) =>
  (method: ExchangeNote['method'], path: string, sinceMs: number) =>
  (told: Told, bodyHash: string | null = null): Told => {
    const status = told.kind === 'ANSWERED' ? told.status : null;
    onExchange({ provider: name, method, path, status, ms: clock.now() - sinceMs, bodyHash });
    return told;
  };

export const createClient = (options: ClientOptions): Client => {
  const { name, url, headers, reads, identity, clock } = options;
  const credentialsOf = (path: string, sent: Sent): Headers =>
    typeof headers === 'function' ? headers(path, sent) : headers;
  const noting = notingOf(options);
  const get: Client['get'] = async ({ deadlineMs }, path, id = '') => {
    const sinceMs = clock.now();
    const leftMs = deadlineMs - sinceMs;
    if (leftMs <= 0) return { kind: 'NOT_SENT' };
    const noted = noting('GET', path, sinceMs);
    const target = new URL(`${url}${path}${id}`);
    const answer = await reads
      .get(target, leftMs, credentialsOf(`${path}${id}`, { method: 'GET', body: '' }))
      .catch((): null => null);
    return noted(answer === null ? { kind: 'LOST' } : { kind: 'ANSWERED', ...answer });
  };
  const send = async (
    method: Exclude<ExchangeNote['method'], 'GET'>,
    { deadlineMs }: CallContext,
    place: Place,
    { order, notAfterMs = deadlineMs }: { readonly order: object | null; readonly notAfterMs?: number | undefined },
  ): Promise<Told> => {
    const [path, id] = typeof place === 'string' ? [place, ''] : place;
    const noted = noting(method, path, clock.now());
    const [type, body] = encoded(order);
    const said = await exchange({
      headers: {
        ...{ 'content-type': type, accept: JSON_TYPE, 'user-agent': userAgent() },
        ...credentialsOf(`${path}${id}`, { method, body }),
      },
      ...{ method, url: new URL(`${url}${path}${id}`), body, identity, clock, deadlineMs, notAfterMs },
      largestAnswerBytes: LARGEST_ANSWER_BYTES,
    });
    if (said.kind === 'NOT_SENT') return noted({ kind: 'NOT_SENT' });
    if (said.kind !== 'ANSWERED') return noted({ kind: 'LOST' });
    return noted({ kind: 'ANSWERED', status: said.status, body: jsonOf(said.text) }, hashOf(said.text));
  };
  const orderBy =
    (method: 'POST' | 'PUT' | 'PATCH'): Order =>
    (context, place, order, notAfterMs) =>
      send(method, context, place, { order, notAfterMs });
  return {
    ...{ name, clock, get, post: orderBy('POST'), put: orderBy('PUT'), patch: orderBy('PATCH') },
    remove: (context, place) => send('DELETE', context, place, { order: null }),
  };
};
