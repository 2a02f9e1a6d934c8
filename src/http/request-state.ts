import type { Request } from 'express';
import type { Principal } from './principal';

/** What the surface knows about one request beyond what Express keeps. */
export interface RequestState {
  readonly requestId: string;
  /** The caller's address, canonical: IPv4 mapped into IPv6 is IPv4. */
  readonly address: string;
  /** The body's bytes; empty when there is none. */
  body: Buffer;
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
