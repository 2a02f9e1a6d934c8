import type { Request } from 'express';
import type { PartnerReader, UserReader } from '../../../read-models/reader';
import type { PartnerPrincipal, Principal, UserPrincipal } from '../credentials/principal';
import type { HttpDeps } from '../deps';
import type { TakenFrom } from '../limit-deps';

/** What the surface knows about one request beyond what Express keeps. */
export interface RequestState {
  readonly deps: HttpDeps;
  readonly requestId: string;
  /** The caller's address, canonical: IPv4 mapped into IPv6 is IPv4. */
  readonly address: string;
  /** When the request was here, its body included, by the process's own steady clock. */
  arrivedMs: number;
  /** The body's bytes; empty when there is none. */
  body: Buffer;
  /** The body once it was parsed; it is never parsed twice. */
  parsedBody?: { readonly value: unknown };
  /** Whether it has taken from a bucket of its address. */
  isAddressCounted?: boolean;
  /** Of the buckets it took from, the one that is nearest to its end. */
  nearestLimit?: TakenFrom;
}

const KEY = Symbol('lastro request');

type Known = Request & { [KEY]?: RequestState; user?: Principal };

export const remember = (request: Request, state: RequestState): void => {
  (request as Known)[KEY] = state;
};

/** Set by the first handler of every request. */
export const stateOf = (request: Request): RequestState => {
  const state = (request as Known)[KEY];
  if (state === undefined) throw new Error('the request was not prepared');
  return state;
};

/** Who asks; set by authentication, so only routes with a security scheme have it. */
export const principalOf = (request: Request): Principal => {
  const { user } = request as Known;
  if (user === undefined) throw new Error('the route has no security scheme');
  return user;
};

/** The user who asks has become another: an address that was registered meanwhile. */
export const becomeUser = (request: Request, user: UserPrincipal): void => {
  (request as Known).user = user;
};

export const partnerOf = (request: Request): PartnerPrincipal => {
  const principal = principalOf(request);
  if (principal.kind !== 'partner') throw new Error('the route is not a partner route');
  return principal;
};

export const userOf = (request: Request): UserPrincipal => {
  const principal = principalOf(request);
  if (principal.kind !== 'user') throw new Error('the route is not an end-user route');
  return principal;
};

/** Reads what the partner who asks may see. */
export const partnerReaderOf = (request: Request): PartnerReader =>
  stateOf(request).deps.partnerReader(partnerOf(request));

/** Reads what the user who asks may see. */
export const userReaderOf = (request: Request): UserReader => stateOf(request).deps.userReader(userOf(request));
