import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { z } from 'zod';
import { isOneOf } from '../../callbacks/schemes/equal';
import type { Logger } from '../../logger';
import { CALLS, type CallName, isCall, type Served, written } from './protocol';
import { context } from './shapes/values';

export interface SandboxServerOptions {
  readonly served: Served;
  /** All that are valid now. */
  readonly secrets: readonly string[];
  readonly logger: Pick<Logger, 'warn'>;
}

/** More than any person's or company's declaration. */
const LARGEST_REQUEST_BYTES = 256 * 1024;

/** Before the body is read: a stranger's costs nothing. */
const mustKnow =
  (secrets: readonly string[]): RequestHandler =>
  ({ headers }, response, next) => {
    const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (isOneOf(given, secrets)) next();
    else response.status(401).end();
  };

const requestShape = (name: CallName) => z.object({ context, given: CALLS[name].given });

const serve = async (served: Served, name: CallName, body: unknown): Promise<string | null> => {
  const { success, data } = requestShape(name).safeParse(body);
  if (!success) return null;
  // The arguments were checked against the call's own shape.
  const call = served[name] as (...given: readonly unknown[]) => Promise<unknown>;
  return written(await call(data.context, ...data.given));
};

/** Neither what was sent nor the error's text, which may repeat it. */
const answerFault =
  (logger: Pick<Logger, 'warn'>): ErrorRequestHandler =>
  (error: { readonly status?: number; readonly name?: string }, request, response, _next) => {
    const status = error.status ?? 500;
    logger.warn({ call: request.path, status, error: error.name }, 'a call to the sandbox failed');
    if (response.headersSent) response.destroy();
    else response.status(status).end();
  };

/** The simulators' ports over HTTP (see protocol.ts). */
export const createSandboxServer = ({ served, secrets, logger }: SandboxServerOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(mustKnow(secrets), express.json({ limit: LARGEST_REQUEST_BYTES }));
  app.post('/:call', async ({ params, body }, response) => {
    const answer = isCall(params.call) ? await serve(served, params.call, body) : null;
    if (answer === null) response.status(isCall(params.call) ? 400 : 404).end();
    else response.type('application/json').send(answer);
  });
  app.use(answerFault(logger));
  return app;
};
