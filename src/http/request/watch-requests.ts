import type { Request, RequestHandler, Response } from 'express';
import type { EndedRequest, RequestWatch } from '../request-watch';
import type { OperatorPrincipal, Principal } from './principal';
import { stateOf } from './request-state';

/** The caller closed the connection; logged, never sent. */
const GONE = 499;

export const watchRequests =
  ({ ended }: RequestWatch): RequestHandler =>
  (request, response, next) => {
    const beganMs = performance.now();
    response.once('close', () => ended(endOf(request, response, beganMs)));
    next();
  };

/** Comes after the body: events of the socket lose the request's async context. */
export const followRequests =
  (follow: NonNullable<RequestWatch['follow']>): RequestHandler =>
  (request, response, next) => {
    const beganMs = performance.now();
    if (response.closed) next();
    else {
      const end = follow(next);
      response.once('close', () => end(endOf(request, response, beganMs)));
    }
  };

type Known = Omit<Request, 'route'> & {
  readonly route?: { readonly path: string };
  readonly user?: Principal | OperatorPrincipal;
};

const NO_PARTNER = { partnerId: null, mode: null } as const;

const endOf = (request: Request, response: Response, beganMs: number): EndedRequest => {
  const { route, user } = request as Known;
  return {
    requestId: stateOf(request).requestId,
    method: request.method,
    route: route?.path ?? null,
    status: response.writableFinished ? response.statusCode : GONE,
    durationMs: performance.now() - beganMs,
    ...(user === undefined || user.kind === 'operator' ? NO_PARTNER : { partnerId: user.partnerId, mode: user.mode }),
    code: stateOf(request).code ?? null,
    ...(user?.kind === 'operator' ? seenBy(user, request) : {}),
  };
};

const seenBy = ({ operator }: OperatorPrincipal, { params }: Request): Pick<EndedRequest, 'operator' | 'about'> => {
  const { id } = params;
  return { operator: operator.operatorName, ...(typeof id === 'string' ? { about: id } : {}) };
};
