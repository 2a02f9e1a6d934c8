import type { Request, RequestHandler } from 'express';
import { isRejection } from '../../../aggregates/rejection';
import { networkOf } from '../../client-address';
import type { LimitName, TakenFrom } from '../limit-deps';
import { sessionTokenOf } from '../ops/session/cookie';
import { rateLimited } from '../problems';
import { isSurfaceRefusal } from '../surface-refusal';
import { authorizationsOf } from './authorization-header';
import { type Principal, partnerKeyOf, principalKeyOf } from './principal';
import { stateOf } from './request-state';

interface Bucket {
  readonly limit: LimitName;
  readonly key: string;
  /** The key's own limit; null for the default. */
  readonly points?: number | null;
}

/** Takes, sets the limit headers, and refuses with 429 over the limit. */
const takeFrom = async (request: Request, bucket: Bucket): Promise<void> => {
  const taken = await count(request, bucket);
  if (taken?.isOver === true) throw rateLimited(taken.resetSeconds);
};

const count = async (request: Request, { limit, key, points = null }: Bucket): Promise<TakenFrom | null> => {
  const state = stateOf(request);
  const taken = await state.deps.limits.take(limit, key, points);
  if (taken !== null && isNearer(taken, state.nearestLimit)) {
    state.nearestLimit = taken;
    tell(request, taken);
  }
  return taken;
};

const isNearer = (taken: TakenFrom, nearest: TakenFrom | undefined): boolean =>
  nearest === undefined || taken.isOver || taken.remaining < nearest.remaining;

const tell = ({ res: response }: Request, { limit, remaining, resetSeconds }: TakenFrom): void => {
  if (response === undefined || response.headersSent) return;
  response.set({
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Remaining': `${remaining}`,
    'RateLimit-Reset': `${resetSeconds}`,
  });
};

const takeFromAddress = (request: Request, limit: LimitName): Promise<void> =>
  takeFrom(request, { limit, key: networkOf(stateOf(request).address) });

/** Takes once per request from a bucket of its address, before any look-up. */
const takeOnceFromAddress = async (request: Request, limit: 'ip' | 'credentialed'): Promise<void> => {
  const state = stateOf(request);
  if (state.isAddressCounted === true) return;
  state.isAddressCounted = true;
  await takeFromAddress(request, limit);
};

const isAnonymous = (request: Request): boolean =>
  authorizationsOf(request).length === 0 && sessionTokenOf(request, stateOf(request).deps.members.cookie) === null;

/** All requests without a credential share a bucket per address, across all routes. */
export const limitAnonymous: RequestHandler = async (request, _response, next) => {
  if (isAnonymous(request)) await takeOnceFromAddress(request, 'ip');
  next();
};

/** A credential counts only on routes that need one: otherwise any header would give a larger bucket. */
export const limitByAddress =
  (isSecured: boolean): RequestHandler =>
  async (request, _response, next) => {
    await takeOnceFromAddress(request, isSecured && !isAnonymous(request) ? 'credentialed' : 'ip');
    next();
  };

/** On the operators' door a cookie is a credential too. */
export const limitOperatorsByAddress =
  (isSecured: boolean): RequestHandler =>
  async (request, _response, next) => {
    const hasCredential = !isAnonymous(request) || request.headers.cookie !== undefined;
    await takeOnceFromAddress(request, isSecured && hasCredential ? 'credentialed' : 'ip');
    next();
  };

/** Taken before anything of the request is read. */
export const limitValidation: RequestHandler = async (request, _response, next) => {
  await takeFromAddress(request, 'validateCode');
  next();
};

/** Counts 401 per address; past the limit they become 429. Valid credentials still pass. */
export const limitFailures = async <Value>(request: Request, identify: () => Promise<Value>): Promise<Value> => {
  try {
    return await identify();
  } catch (error) {
    if (isFailedProof(error)) await takeFromAddress(request, 'authFailure');
    throw error;
  }
};

/** True for failed authentication, and for a proof that a command refused. */
const isFailedProof = (error: unknown): boolean =>
  (isSurfaceRefusal(error) && error.surface.code === 'UNAUTHORIZED') ||
  (isRejection(error) && error.rejection.code === 'NOT_PROVED');

/** The caller's buckets, by route template: all spellings of a path share one. */
export const limitByPrincipal = async (request: Request, principal: Principal): Promise<void> => {
  for (const bucket of bucketsOf(request, principal)) await takeFrom(request, bucket);
};

/** The user's bucket first: an exhausted user must not use the bucket of all users of the partner. */
const bucketsOf = (request: Request, principal: Principal): readonly Bucket[] => {
  const key = principalKeyOf(principal);
  if (principal.kind === 'partner') return [{ limit: 'partner', key, points: principal.requestsPerMinute }];
  const limit = userLimitOf(request);
  const own = limit === null ? [] : [{ limit, key }];
  return [...own, { limit: 'partnerUsers', key: partnerKeyOf(principal) }];
};

const CASHIN = '/api/v1/cashin/';

/** Both lead to the same payments and share a bucket. */
const CASHOUT = ['/api/v1/cashout/', '/api/payments/'];

const WITHDRAW = '/api/v1/cashout/withdraw';

const userLimitOf = (request: Request): LimitName | null => {
  if (request.method === 'GET' || request.method === 'HEAD') return 'userGet';
  const template = templateOf(request);
  if (template === WITHDRAW) return 'withdraw';
  if (template.startsWith(CASHIN)) return 'cashinPost';
  return CASHOUT.some((prefix) => template.startsWith(prefix)) ? 'cashoutPost' : null;
};

/** Declared path of the matched route, such as `/api/v1/users/:userId`. */
export const templateOf = (request: Request): string => (request.route as { readonly path: string }).path;
