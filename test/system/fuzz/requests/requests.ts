import { randomUUID } from 'node:crypto';
import type { Operation, Parameter } from './document';
import { CALLBACK_SCHEME } from './doors';
import { asUrlText, fieldsOf, HOSTILE_TEXTS, unmasked, withText } from './hostile';
import type { Random } from './random';
import { knownOf, textFor, type ValueSource, valueFor } from './values';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** True with a valid credential of the route's kind. */
  readonly isAuthorized: boolean;
}

export type Credentials = Readonly<Record<string, string>>;

/** Gives the headers that the scheme asks for, null without any; it may sign what is sent. */
export type Authorize = (scheme: string, request: Pick<FuzzRequest, 'method' | 'path' | 'body'>) => Credentials | null;

const HOSTILE_HEADERS: readonly (readonly [string, string])[] = [
  ['idempotency-key', 'a'.repeat(300)],
  ['idempotency-key', 'k 1'],
  ['x-request-id', 'a b'],
  ['x-forwarded-for', '127.0.0.1, 10.0.0.1'],
  ['x-http-method-override', 'DELETE'],
  ['content-encoding', 'gzip'],
  ['accept', 'text/html'],
  ['origin', 'https://evil.example'],
  ['expect', '100-continue'],
  ['range', 'bytes=0-1'],
];

const HOSTILE_CREDENTIALS: readonly string[] = [
  '',
  'Bearer',
  `Bearer sk_live_${'0'.repeat(64)}`,
  'Bearer a.b.c',
  `Bearer ${'x'.repeat(9_000)}`,
  'Basic YTpi',
  'HMAC-SHA256 partnerId=p,timestamp=1,nonce=0123456789abcdef,signature=00',
  'HMAC-SHA256 partnerId=a,partnerId=b',
];

/** Bodies of which one field, any of them, is surely hostile. */
const AIMED_SHARE = 0.3;

/** A request to the operation, mostly valid in shape and credential. */
export const requestTo = (operation: Operation, source: ValueSource, authorize: Authorize): FuzzRequest => {
  const { random } = source;
  const path = spelled(random, pathOf(operation, source)) + queryOf(operation, source);
  const body = bodyOf(operation, source);
  const method = random.chance(0.02) ? random.pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) : operation.method;
  const sent = { method, path, body: method === 'HEAD' || method === 'OPTIONS' ? null : body };
  const { scheme } = operation;
  const own = scheme === null || random.chance(strangersAt(scheme)) ? null : authorize(scheme, sent);
  const foreign = random.chance(0.5) ? { authorization: random.pick(HOSTILE_CREDENTIALS) } : {};
  return {
    ...sent,
    headers: { ...headersOf(random, sent.body), ...(own ?? foreign) },
    isAuthorized: own !== null,
  };
};

/** Share of strangers: callback routes are open to all, and get few valid calls. */
const strangersAt = (scheme: string): number => (scheme === CALLBACK_SCHEME ? 0.5 : 0.25);

const pathOf = ({ path, parameters }: Operation, source: ValueSource): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(parameterText(parameters, name, source)));

const parameterText = (parameters: readonly Parameter[], name: string, source: ValueSource): string => {
  const known = knownOf(source, name);
  if (known !== null) return known;
  const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
  const isText = schema?.enum === undefined && source.random.chance(0.8);
  const value = isText ? textFor(source) : valueFor(source, schema ?? {});
  // An empty or relative segment would be another route.
  const text = urlTextOf(value);
  return /^\.{0,2}$/.test(text) ? 'x' : text.replaceAll(/[\ud800-\udfff]/g, '?');
};

const urlTextOf = (value: unknown): string => asUrlText(unmasked(JSON.stringify(value))).slice(0, 500);

/** The same route in another spelling, or a route that is none. */
const spelled = (random: Random, path: string): string => {
  if (!random.chance(0.03)) return path;
  return random.pick([`${path}/`, path.toUpperCase(), path.replace('/api/v1', '/api'), `/${path}`, `${path}%2e`]);
};

const queryOf = ({ parameters }: Operation, source: ValueSource): string => {
  const { random } = source;
  const parts = parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.5))
    .map(({ name, schema }) => [name, urlTextOf(valueFor(source, schema)).replaceAll(/[\ud800-\udfff]/g, '?')] as const)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (random.chance(0.02)) parts.push(random.pick(['limit=1&limit=2', 'limit[]=1', '__proto__=1', 'x=%ff', '=']));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
};

const bodyOf = ({ body }: Operation, source: ValueSource): string | Buffer | null => {
  const { random } = source;
  if (body === null) return random.chance(0.05) ? '{}' : null;
  if (random.chance(0.05)) return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)));
  const value = valueFor(source, body);
  const aimed = () => withText(value, random.pick(fieldsOf(source.document, body)), random.pick(HOSTILE_TEXTS));
  const text = unmasked(random.chance(AIMED_SHARE) ? aimed() : JSON.stringify(value));
  if (!random.chance(0.05)) return text;
  return random.pick([
    text.slice(0, -1),
    `\ufeff${text}`,
    text.replace('{', '{"x":1,"x":2,'),
    '['.repeat(50_000),
    `{"a":"${'x'.repeat(110_000)}"}`,
    '{"a":"\\ud800"}',
    '{"amount":1e999}',
  ]);
};

const headersOf = (random: Random, body: string | Buffer | null): Record<string, string> => {
  const type = random.chance(0.03) ? random.pick(['text/plain', 'application/xml', '']) : 'application/json';
  const extra = random.chance(0.1) ? [random.pick(HOSTILE_HEADERS)] : [];
  const key = random.chance(0.1) ? [['idempotency-key', random.chance(0.5) ? 'same' : randomUUID()] as const] : [];
  return Object.fromEntries([...(body === null ? [] : [['content-type', type] as const]), ...extra, ...key]);
};
