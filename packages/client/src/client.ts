import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/paths';
import { type HmacCredential, signRequest } from './sign-request';

/** A user's token comes from `POST /api/v1/auth/token`; a wallet's from `POST /api/auth/verify`. */
export type ClientCredential =
  | { readonly kind: 'API_KEY'; readonly apiKey: string }
  | { readonly kind: 'TOKEN'; readonly token: string }
  | HmacCredential;

export interface ClientOptions {
  /** Such as `https://pay.example`: scheme and host, without a path. */
  readonly baseUrl: string;
  /** Absent for the public routes. */
  readonly credential?: ClientCredential;
  /** Replaces the platform's fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Clock of the signatures, in milliseconds; the service accepts a difference of 300 s. */
  readonly nowMs?: () => number;
}

export type LastroClient = Client<paths, 'application/json'>;

/** A client for one principal; the compiler checks routes, bodies and answers. */
export const createLastroClient = (options: ClientOptions): LastroClient => {
  const { baseUrl, credential, fetch, nowMs = Date.now } = options;
  const client = createFetchClient<paths, 'application/json'>({ baseUrl, ...(fetch === undefined ? {} : { fetch }) });
  if (credential === undefined) return client;
  client.use({
    onRequest: async ({ request }) => {
      request.headers.set('Authorization', await authorizationOf(credential, request, nowMs()));
      return request;
    },
  });
  return client;
};

const authorizationOf = async (credential: ClientCredential, request: Request, nowMs: number): Promise<string> => {
  if (credential.kind === 'HMAC') return signRequest(credential, request, nowMs);
  return `Bearer ${credential.kind === 'API_KEY' ? credential.apiKey : credential.token}`;
};
