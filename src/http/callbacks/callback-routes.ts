import type { Express, Request } from 'express';
import type { CallbackSurface } from '../../../commands/ports/providers/callback-source';
import { trustedPeers } from '../../client-address';
import type { HttpDeps } from '../deps';
import { answerWithin } from '../shared/answer-problem';
import { authorizeOrder } from './authorize-order';
import { CALLBACK_LIMITS, type RawBodyLimits, readRawBody } from './raw-body';
import { receiveCallback } from './receive-callback';

/** Banks of the API Pix standard append `/pix` to the registered URL. */
const ROUTES: readonly (readonly [string, CallbackSurface])[] = [
  ['/webhooks/bank/:provider', 'bank'],
  ['/webhooks/bank/:provider/pix', 'bank'],
  ['/webhooks/kyc/:provider', 'kyc'],
  ['/webhooks/chain/:provider', 'chain'],
];

/** From the last byte of the body: a provider waits for little more. */
const DEADLINE_MS = 900;

/** The routes have their own body reader and limits. They use no limit per address and no redirect. */
export const addCallbackRoutes = (
  app: Pick<Express, 'post'>,
  { callbacks, settings }: Pick<HttpDeps, 'callbacks' | 'settings'>,
  limits: RawBodyLimits = CALLBACK_LIMITS,
): void => {
  const isTrusted = trustedPeers(settings.trustedProxies);
  const isFromProxy = ({ socket }: Request): boolean => isTrusted(socket.remoteAddress ?? '');
  const readBody = readRawBody(limits);
  const inTime = answerWithin(DEADLINE_MS);
  for (const [path, surface] of ROUTES)
    app.post(path, readBody, inTime, receiveCallback(callbacks, surface, isFromProxy));
  app.post('/webhooks/bank/:provider/authorize', readBody, inTime, authorizeOrder(callbacks, isFromProxy));
};
