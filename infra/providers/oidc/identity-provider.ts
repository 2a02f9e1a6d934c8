import type * as OpenId from 'openid-client';
import { isRejection, rejection } from '../../../aggregates/rejection';
import type { Clock } from '../../../commands/ports/clock';
import type {
  IdentityAccount,
  IdentityFlow,
  IdentityProvider,
} from '../../../commands/ports/providers/identity-provider';
import { createCheckedFetch, providerFailure } from './checked-fetch';

export interface IdentityProviderOptions {
  /** As the provider's own configuration has it, byte for byte. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Registered with the provider. */
  readonly redirectUrl: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Codes of the library alone: no text of the provider. */
  readonly onFailure: (code: string) => void;
}

/** For each request; a sign-in makes four at most. */
const TIMEOUT_SECONDS = 2;
/** The provider's own configuration is read again after this time. */
const KEPT_MS = 3_600_000;
const SCOPE = 'openid email';

interface Loaded {
  readonly client: typeof OpenId;
  readonly configuration: OpenId.Configuration;
}

/** OpenID Connect by code with PKCE, state and nonce. The library is loaded at the first sign-in. */
export const createIdentityProvider = (options: IdentityProviderOptions): IdentityProvider => {
  const fetch = createCheckedFetch();
  const { onFailure } = options;
  const loading = () => translated(discover(options, fetch), providerFailure, onFailure);
  const load = keptFor(KEPT_MS, options.clock, loading);
  return {
    host: new URL(options.issuer).host,
    begin: async () => begin(await load(), options),
    finish: async (flow, query) => translated(finish(await load(), options, { flow, query }), notValid, onFailure),
  };
};

const discover = async (
  { issuer, clientId, clientSecret }: IdentityProviderOptions,
  fetch: ReturnType<typeof createCheckedFetch>,
): Promise<Loaded> => {
  const client = await import('openid-client');
  // An answer over plain http, on a network of one's own, is worth its signature alone.
  // oxlint-disable-next-line typescript/no-deprecated -- The library marks the function so that its use stands out.
  const clear = issuer.startsWith('http://') ? [client.allowInsecureRequests] : [];
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    authenticationBy(client, clientSecret),
    {
      [client.customFetch]: fetch,
      timeout: TIMEOUT_SECONDS,
      execute: [client.enableNonRepudiationChecks, ...clear],
    },
  );
  return { client, configuration };
};

/** Without a list a provider takes the secret in the header. */
const authenticationBy = (client: typeof OpenId, clientSecret: string): OpenId.ClientAuth => {
  const [inBody, inHeader] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)];
  return (server, ...rest) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    (takesBody ? inBody : inHeader)(server, ...rest);
  };
};

const begin = async ({ client, configuration }: Loaded, { redirectUrl }: IdentityProviderOptions) => {
  const flow: IdentityFlow = {
    ...{ state: client.randomState(), nonce: client.randomNonce() },
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: redirectUrl, scope: SCOPE, state: flow.state, nonce: flow.nonce },
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, flow };
};

interface Answered {
  readonly flow: IdentityFlow;
  readonly query: string;
}

const finish = async (
  { client, configuration }: Loaded,
  { issuer, redirectUrl }: IdentityProviderOptions,
  { flow, query }: Answered,
): Promise<IdentityAccount> => {
  const answer = await client.authorizationCodeGrant(configuration, new URL(`${redirectUrl}${query}`), {
    ...{ pkceCodeVerifier: flow.verifier, expectedState: flow.state, expectedNonce: flow.nonce },
    idTokenExpected: true,
  });
  const claims = answer.claims();
  if (claims === undefined) throw refused('The identity provider sent no ID token');
  // By the standard the address of a code's ID token is elsewhere.
  const { email, email_verified: isVerified } =
    claims['email'] === undefined ? await client.fetchUserInfo(configuration, answer.access_token, claims.sub) : claims;
  const verifiedEmail = typeof email === 'string' && isVerified === true ? email : null;
  return { issuer, subject: claims.sub, verifiedEmail };
};

const refused = (why: string) => rejection('SIGN_IN_REFUSED', why);

const CODE = /^[A-Za-z_]{1,60}$/;

/** The library's own code, or the provider's `error`. */
const codeOf = (error: unknown): string => {
  const { error: said, code } = error as { readonly error?: unknown; readonly code?: unknown };
  return [said, code].find((each): each is string => typeof each === 'string' && CODE.test(each)) ?? 'UNKNOWN';
};

const notValid = () => refused('The answer of the identity provider is not valid for this sign-in');

/** The library wraps an error of a request. */
const translated = async <Value>(
  asked: Promise<Value>,
  refusal: () => Error,
  onFailure: IdentityProviderOptions['onFailure'],
): Promise<Value> => {
  try {
    return await asked;
  } catch (error) {
    const own = [error, (error as { readonly cause?: unknown }).cause].find(isRejection);
    if (own === undefined) onFailure(codeOf(error));
    throw own ?? refusal();
  }
};

/** Loads once at a time, and keeps no failure. */
const keptFor = <Value>(
  keptMs: number,
  clock: Pick<Clock, 'now'>,
  load: () => Promise<Value>,
): (() => Promise<Value>) => {
  let kept: { readonly value: Promise<Value>; readonly untilMs: number } | null = null;
  return () => {
    if (kept !== null && clock.now() < kept.untilMs) return kept.value;
    const value = load();
    const loading = { value, untilMs: clock.now() + keptMs };
    kept = loading;
    value.catch(() => {
      if (kept === loading) kept = null;
    });
    return value;
  };
};
