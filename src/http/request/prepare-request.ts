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

/** The first handler of every request: its id, the caller's address, the answer's headers. */
export const prepareRequest = (deps: HttpDeps): RequestHandler => {
  const addressOf = callerAddresses(deps.settings.trustedProxies);
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : deps.ids.uuid();
    const address = addressOf(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for']);
    remember(request, { deps, requestId, address, arrivedMs: performance.now(), body: NOTHING });
    // No answer has a validator, and `*` would turn each into a 304 without a body.
    delete request.headers['if-none-match'];
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    response.setHeader('X-Request-Id', requestId);
    next();
  };
};
