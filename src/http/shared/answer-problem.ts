import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { type Problem, problemOf } from '../problems';
import { stateOf } from '../request/request-state';

/** Every failure ends here. Express knows an error handler by its four parameters. */
export const answerProblem = (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
  const { deps, requestId } = stateOf(request);
  const problem = problemOf(error, requestId, deps.isUnavailable);
  if (problem.isFault) report(error, request, problem.status);
  if (response.headersSent) return;
  stateOf(request).code = codeIn(problem);
  response.status(problem.status).set(problem.headers).json(problem.body);
};

/** A refused shape has its code one level deeper. */
const codeIn = ({ body }: Problem): string => (body as { readonly code?: string }).code ?? 'VALIDATION_ERROR';

/** No such route. */
export const notFound = () => rejection('NOT_FOUND', 'Not found');

export const answerNotFound: RequestHandler = () => {
  throw notFound();
};

/** Logs under the caller's request id, without the driver's details, which may quote data. */
const report = (error: unknown, request: Request, status: number): void => {
  const { deps, requestId } = stateOf(request);
  const route = (request.route as { readonly path: string } | undefined)?.path ?? null;
  const { name, message, stack } = error instanceof Error ? error : new Error(typeof error);
  const fields = { requestId, method: request.method, route, status, error: { name, message, stack } };
  if (status === 500) deps.logger.error(fields, 'a request failed');
  else deps.logger.warn(fields, 'a request could not be served');
};

/** Routes that ask a bank, a price source, a KYC or an identity provider, or that wait for a withdrawal's end. */
const SLOW_ROUTES = new Set([
  '/api/v1/cashin/quote',
  '/api/v1/cashin/intent',
  '/api/v1/cashout/quote',
  '/api/v1/cashout/withdraw',
  '/api/v1/getAssetPrice',
  '/api/v1/partners/me/fees/simulate',
  '/api/v1/users/kyc/lookup',
  '/api/v1/users/kyc/verify',
  '/api/v1/users/kyc/sessions/natural-person',
  '/api/v1/users/kyc/sessions/legal-person',
  '/api/v1/users/kyc/sessions/:sessionId/sync',
  '/api/v1/users/kyc/sessions/:sessionId/document-url',
  '/api/v1/users/kyc/health',
  ...['decide', 'second', 'release', 'refund'].map((way) => `/ops/v1/payments/:id/${way}`),
  ...['assign', 'refund', 'write-off'].map((way) => `/ops/v1/deposits/:id/${way}`),
  ...['/ops/v1/projections/:id/replay', '/ops/v1/networks/:id/accept', '/ops/v1/users/:id/erase'],
  ...['/ops/v1/session/oidc', '/console/oidc'],
  '/ops/v1/webhooks/replay',
  '/api/payments/quote',
  '/api/assets/price',
]);
const SLOW_DEADLINE_MS = 10_000;
const DEADLINE_MS = 2_900;

export const deadlineMsOf = (path: string): number => (SLOW_ROUTES.has(path) ? SLOW_DEADLINE_MS : DEADLINE_MS);

/** 503 within 3 s when a store neither answers nor fails. */
export const answerInTime = (path: string): RequestHandler => {
  return answerWithin(deadlineMsOf(path));
};

/** 503 when nothing was answered this long after the whole request had arrived. */
export const answerWithin =
  (deadlineMs: number): RequestHandler =>
  (request, response, next) => {
    const leftMs = Math.max(0, stateOf(request).arrivedMs + deadlineMs - performance.now());
    const timer = setTimeout(() => {
      answerProblem(
        rejection('SERVICE_UNAVAILABLE', `Not done within ${deadlineMs} ms; ask again`),
        request,
        response,
        next,
      );
    }, leftMs);
    response.once('close', () => clearTimeout(timer));
    next();
  };
