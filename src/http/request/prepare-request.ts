import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { callerAddresses } from '../../client-address';
import type { HttpDeps } from '../deps';
import { remember } from './request-state';

const REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/;
const NOTHING = Buffer.alloc(0);

/** Headers of every answer; the docs page replaces the content policy. */
const HEADERS = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** Sets the headers of the answer; returns the request's id, which is one of them. */
export const prepareAnswer = (
  { headers }: IncomingMessage,
  response: ServerResponse,
  ids: Pick<HttpDeps['ids'], 'uuid'>,
): string => {
  const given = headers['x-request-id'];
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : ids.uuid();
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  response.setHeader('X-Request-Id', requestId);
  return requestId;
};

/** The first handler of every request: its id, the caller's address, the answer's headers. */
export const prepareRequest = (deps: HttpDeps): RequestHandler => {
  const addressOf = callerAddresses(deps.settings.trustedProxies);
  return (request, response, next) => {
    const requestId = prepareAnswer(request, response, deps.ids);
    const address = addressOf(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for']);
    remember(request, { deps, requestId, address, arrivedMs: performance.now(), body: NOTHING });
    // No answer has a validator, and `*` would turn each into a 304 without a body.
    delete request.headers['if-none-match'];
    next();
  };
};
