import type { NextFunction, Request, Response } from 'express';
import { networkOf } from './client-address';
import type { LimitName } from './deps';
import { type Principal, principalKeyOf } from './principal';
import { rateLimited } from './problems';
import { stateOf } from './request-state';

/** One bucket per address over all routes, taken before anybody is asked for credentials. */
export const limitByAddress = async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
  const { deps, address } = stateOf(request);
  const waitSeconds = await deps.limits.take('ip', networkOf(address));
  if (waitSeconds !== null) throw rateLimited(waitSeconds);
  next();
};

/** The caller's own bucket. It follows the template of the route, so that no spelling of a path has one of its own. */
export const limitByPrincipal = async (request: Request, principal: Principal): Promise<void> => {
  const limit = limitOf(request, principal);
  if (limit === null) return;
  const waitSeconds = await stateOf(request).deps.limits.take(limit, principalKeyOf(principal));
  if (waitSeconds !== null) throw rateLimited(waitSeconds);
};

const limitOf = (request: Request, principal: Principal): LimitName | null => {
  if (principal.kind === 'partner') return null;
  if (request.method === 'GET' || request.method === 'HEAD') return 'userGet';
  return templateOf(request).startsWith('/api/v1/cashout/') ? 'cashoutPost' : null;
};

/** The path of the matched route as it is declared, such as `/api/v1/users/:userId`. */
export const templateOf = (request: Request): string => (request.route as { readonly path: string }).path;
