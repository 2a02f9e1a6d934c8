import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/paths';
import { type HmacCredential, signRequest } from './sign-request';

/** Who asks. A user's token comes from `POST /api/v1/auth/token`; a wallet's, from `POST /api/auth/verify`. */
export type ClientCredential =
  | { readonly kind: 'API_KEY'; readonly apiKey: string }
  | { readonly kind: 'TOKEN'; readonly token: string }
  | HmacCredential;

export interface ClientOptions {
  /** Such as `https://pay.example`: scheme and host, without a path. */
  readonly baseUrl: string;
  /** Absent for the public routes. */
  readonly credential?: ClientCredential;
  /** In place of the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** The clock that signatures are dated by, in milliseconds: it may differ from the service's by 300 s. */
  readonly nowMs?: () => number;
}

/** Every path of the OpenAPI document with the types of its bodies and answers. */
export type LastroClient = Client<paths, 'application/json'>;

/** A client that asks as one principal; routes, bodies and answers are checked by the compiler. */
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
