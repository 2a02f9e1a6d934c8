import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Pool } from 'undici';
import { makeCallback } from '../../seeds/callback';
import type { Order } from '../../seeds/order';

export interface Read {
  readonly path: string;
  readonly credential: Credential;
}

export type Credential =
  | { readonly kind: 'BEARER'; readonly text: string }
  | { readonly kind: 'HMAC'; readonly partnerId: string; readonly signingKey: string };

/** Where requests go in, and what they need. The first two use up one order each. */
export type Door =
  | { readonly door: 'INTENTS' | 'CASHINS'; readonly tokens: readonly string[] }
  | { readonly door: 'QUOTES'; readonly tokens: readonly string[]; readonly body: object }
  | { readonly door: 'KYC'; readonly apiKey: string }
  | { readonly door: 'CALLBACKS'; readonly secret: string; readonly providerKey: string }
  | { readonly door: 'READS'; readonly reads: readonly Read[] };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const CUSTOMER = { name: 'Maria Teste', taxID: '529.982.247-25' };
const NO_BODY = createHash('sha256').update('').digest('hex');
const BUSY = 503;

/** Each is another person; the provider looks at the document alone. */
export const person = () => ({
  ...{ externalUserId: `customer-${randomUUID()}`, documentNumber: '404.428.201-35', fullName: 'TESTE 0135' },
  ...{ birthDate: '1970-11-14', motherName: 'Maria Teste', email: 'ana@example.com' },
  isPoliticallyExposedPerson: false,
});

/** The request of this number; null when there is no order for it. */
export const requestsOf = (door: Door): ((index: number, orders: readonly Order[]) => HttpRequest | null) => {
  switch (door.door) {
    case 'INTENTS':
      return (index, orders) => ordered(door.tokens, orders[index], createIntent);
    case 'CASHINS':
      return (index, orders) => ordered(door.tokens, orders[index], createCashin);
    case 'QUOTES':
      return (index) => post('/api/v1/cashout/quote', door.tokens[index % door.tokens.length] ?? '', door.body);
    case 'KYC':
      return () => post('/api/v1/users/kyc/sessions/natural-person', door.apiKey, person());
    case 'CALLBACKS': {
      const to = { method: 'POST', path: '/webhooks/bank/sandbox' } as const;
      return () => ({ ...to, ...makeCallback(door.secret, door.providerKey) });
    }
    case 'READS':
      return (index) => get(door.reads[index % door.reads.length]);
  }
};

const post = (path: string, token: string, body: object): HttpRequest => ({
  ...{ method: 'POST', path, body: JSON.stringify(body) },
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
});

export const createIntent = (token: string, quoteId: string): HttpRequest =>
  post('/api/v1/cashout/intent', token, { quoteId });

const createCashin = (token: string, quoteId: string): HttpRequest =>
  post('/api/v1/cashin/intent', token, { quoteId, customer: CUSTOMER });

const ordered = (
  tokens: readonly string[],
  order: Order | undefined,
  create: (token: string, quoteId: string) => HttpRequest,
): HttpRequest | null => (order === undefined ? null : create(tokens[order.user] ?? '', order.quoteId));

const get = (read: Read | undefined): HttpRequest | null =>
  read === undefined
    ? null
    : { method: 'GET', path: read.path, headers: { authorization: authorizationOf(read.credential, read.path) } };

const authorizationOf = (credential: Credential, path: string): string => {
  if (credential.kind === 'BEARER') return `Bearer ${credential.text}`;
  const { partnerId, signingKey } = credential;
  const timestamp = Math.floor(Date.now() / 1_000);
  const nonce = randomUUID();
  const signed = `GET\n${path}\n${timestamp}\n${nonce}\n${NO_BODY}`;
  const signature = createHmac('sha256', signingKey).update(signed).digest('hex');
  return `HMAC-SHA256 partnerId=${partnerId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`;
};

/** False when the service is too busy (503); rejects when it refuses. */
export const send = async (pool: Pool, request: HttpRequest): Promise<boolean> => {
  const { statusCode, body } = await pool.request(request);
  const answer = await body.text();
  if (statusCode !== 200 && statusCode !== 201 && statusCode !== BUSY) throw new Error(`${statusCode} ${answer}`);
  return statusCode !== BUSY;
};
