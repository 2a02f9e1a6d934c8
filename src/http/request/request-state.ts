import type { Request } from 'express';
import type { SignedInMember } from '../../../commands/partner/members/sign-in';
import type { PartnerReader, UserReader } from '../../../read-models/reader';
import type { HttpDeps } from '../deps';
import type { TakenFrom } from '../limit-deps';
import type { OpsDeps } from '../ops/ops-deps';
import type { OperatorPrincipal, PartnerPrincipal, Principal, UserPrincipal } from './principal';

export interface RequestState {
  readonly deps: HttpDeps;
  readonly requestId: string;
  /** The caller's address; IPv4-mapped IPv6 is IPv4. */
  readonly address: string;
  /** When the whole request had arrived, on the process's monotonic clock. */
  arrivedMs: number;
  body: Buffer;
  parsedBody?: { readonly value: unknown };
  /** Problem code of the answer. */
  code?: string;
  /** True once a bucket of the address was charged. */
  isAddressCounted?: boolean;
  /** The most exhausted of the charged buckets. */
  nearestLimit?: TakenFrom;
}

const KEY = Symbol('lastro request');

type Known = Request & { [KEY]?: RequestState; user?: Principal | OperatorPrincipal };

export const remember = (request: Request, state: RequestState): void => {
  (request as Known)[KEY] = state;
};

/** Set by the first handler of every request. */
export const stateOf = (request: Request): RequestState => {
  const state = (request as Known)[KEY];
  if (state === undefined) throw new Error('the request was not prepared');
  return state;
};

/** Set by authentication: only routes with a security scheme have it. */
export const principalOf = (request: Request): Principal => {
  const { user } = request as Known;
  if (user === undefined || user.kind === 'operator') throw new Error('the route has no security scheme of partners');
  return user;
};

export const operatorOf = (request: Request): OperatorPrincipal => {
  const { user } = request as Known;
  if (user?.kind !== 'operator') throw new Error("the route is not an operators' route");
  return user;
};

/** Ports of the operators' routes: an application without them has no such route. */
export const opsOf = (request: Request): OpsDeps => {
  const { ops } = stateOf(request).deps;
  if (ops === undefined) throw new Error("the application has no operators' door");
  return ops;
};

/** Replaces the caller whose address was registered meanwhile. */
export const becomeUser = (request: Request, user: UserPrincipal): void => {
  (request as Known).user = user;
};

export const partnerOf = (request: Request): PartnerPrincipal => {
  const principal = principalOf(request);
  if (principal.kind !== 'partner') throw new Error('the route is not a partner route');
  return principal;
};

/** The member of a partner's session. */
export const memberOf = (request: Request): SignedInMember => {
  const { credential } = partnerOf(request);
  if (credential.kind !== 'MEMBER') throw new Error('the route is not a route of members');
  return credential;
};

export const userOf = (request: Request): UserPrincipal => {
  const principal = principalOf(request);
  if (principal.kind !== 'user') throw new Error('the route is not an end-user route');
  return principal;
};

export const partnerReaderOf = (request: Request): PartnerReader =>
  stateOf(request).deps.partnerReader(partnerOf(request));

export const userReaderOf = (request: Request): UserReader => stateOf(request).deps.userReader(userOf(request));
