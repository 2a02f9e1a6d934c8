import type { NextFunction, Request, Response } from 'express';
import { isRejection } from '../../../aggregates/rejection';
import { type Principal, principalKeyOf } from '../credentials/principal';
import type { LimitName } from '../deps';
import { rateLimited } from '../shared/problems';
import { isSurfaceRefusal } from '../shared/surface-refusal';
import { networkOf } from './client-address';
import { stateOf } from './request-state';

/** A handler that takes from the limit's bucket of the caller's address. */
const limitAddress =
  (limit: LimitName) =>
  async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    const { deps, address } = stateOf(request);
    refuseUntil(await deps.limits.take(limit, networkOf(address)));
    next();
  };

const refuseUntil = (waitSeconds: number | null): void => {
  if (waitSeconds !== null) throw rateLimited(waitSeconds);
};

/** One bucket over all routes, taken before anybody is asked for credentials. */
export const limitByAddress = limitAddress('ip');

/** Checking codes has a bucket of its own, taken before anything of the request is read. */
export const limitValidation = limitAddress('validateCode');

/**
 * Counts answers 401 per address (design: security, section 2): past the limit the next ones are 429. What is good, a
 * credential, a signature or a code, passes all the same, so that nobody locks out whoever shares an address.
 */
export const limitFailures = async <Value>(request: Request, identify: () => Promise<Value>): Promise<Value> => {
  try {
    return await identify();
  } catch (error) {
    const { deps, address } = stateOf(request);
    if (!isFailedProof(error)) throw error;
    const waitSeconds = await deps.limits.take('authFailure', networkOf(address));
    throw waitSeconds === null ? error : rateLimited(waitSeconds);
  }
};

/** Whether it was the door or a command that was not convinced. */
const isFailedProof = (error: unknown): boolean =>
  (isSurfaceRefusal(error) && error.surface.code === 'UNAUTHORIZED') ||
  (isRejection(error) && error.rejection.code === 'NOT_PROVED');

/** The caller's own bucket. It follows the template of the route, so that no spelling of a path has one of its own. */
export const limitByPrincipal = async (request: Request, principal: Principal): Promise<void> => {
  const limit = limitOf(request, principal);
  if (limit !== null) refuseUntil(await stateOf(request).deps.limits.take(limit, principalKeyOf(principal)));
};

/** Two doors to the same payments, and one bucket. */
const CASHOUT = ['/api/v1/cashout/', '/api/payments/'];

const limitOf = (request: Request, principal: Principal): LimitName | null => {
  if (principal.kind === 'partner') return null;
  if (request.method === 'GET' || request.method === 'HEAD') return 'userGet';
  return CASHOUT.some((prefix) => templateOf(request).startsWith(prefix)) ? 'cashoutPost' : null;
};

/** The path of the matched route as it is declared, such as `/api/v1/users/:userId`. */
export const templateOf = (request: Request): string => (request.route as { readonly path: string }).path;
