import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import express, { type Express } from 'express';
import { addCallbackRoutes } from './callbacks/callback-routes';
import type { HttpDeps } from './deps';
import { addDocs } from './docs';
import { addDashboardFiles } from './ops/console-files';
import { addOperatorsDoor } from './ops/operators-door';
import type { OpsDeps } from './ops/ops-deps';
import { addReceipts } from './receipts/add-receipts';
import { limitAnonymous, limitByAddress } from './request/limits';
import { prepareRequest } from './request/prepare-request';
import { readBody } from './request/read-body';
import { followRequests, watchRequests } from './request/watch-requests';
import { addRoute, generatedRoutes, isHealth, limitedRoutes, redirectsTo } from './routes';
import { answerNotFound, answerProblem } from './shared/answer-problem';
import { ownRoutes, refuseWrongMethods } from './wrong-methods';

/** The order of use is the order of checks: address limit, credential, standing, principal's limit, shape. */
export const createHttpApp = (deps: HttpDeps): Express => {
  const app = bareApp();
  const routes = generatedRoutes();
  const { requestWatch } = deps;
  app.use(prepareRequest(deps));
  if (requestWatch !== undefined) app.use(watchRequests(requestWatch));
  addCallbackRoutes(app, deps);
  app.use(readBody);
  if (requestWatch?.follow) app.use(followRequests(requestWatch.follow));
  app.use(redirectsTo(routes));
  for (const route of routes.filter(isHealth)) addRoute(app, route);
  if (deps.ops !== undefined) addOperatorsDoor(app, deps.ops);
  app.use(limitAnonymous);
  app.use(limitedRoutes(routes.filter((candidate) => !isHealth(candidate))));
  app.use(limitByAddress(false));
  addReceipts(app);
  addDashboardFiles(app, deps.members.files);
  addDocs(app, deps.settings.peggedBaseUrl);
  app.use(refuseWrongMethods([...routes, ...ownRoutes(app)]));
  app.use(answerNotFound);
  app.use(answerProblem);
  return app;
};

const bareApp = (): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  return app;
};

/** The operators' routes on their own port, and no others. */
export const createOperatorsApp = (deps: HttpDeps & { readonly ops: OpsDeps }): Express => {
  const app = bareApp();
  app.use(prepareRequest(deps));
  if (deps.requestWatch !== undefined) app.use(watchRequests(deps.requestWatch));
  app.use(readBody);
  if (deps.requestWatch?.follow) app.use(followRequests(deps.requestWatch.follow));
  addOperatorsDoor(app, deps.ops);
  app.use(limitByAddress(false));
  app.use(answerNotFound);
  app.use(answerProblem);
  return app;
};

/** Limits of Node's parser; its own answers (400, 408, 431) have no body of ours. */
const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};

/** Most open connections; a further one is closed immediately. */
export const MOST_CONNECTIONS = 10_000;

export const createHttpServer = (app: RequestListener): Server => {
  const server = createServer(SERVER_LIMITS, (request, response) => {
    if (hasTwoHosts(request)) {
      response.writeHead(400, { Connection: 'close' }).end();
      return;
    }
    request.url = withoutOrigin(request.url ?? '/');
    app(request, response);
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
};

/** Two servers could read different hosts (RFC 9112, section 3.2). Node only refuses a missing one. */
const hasTwoHosts = ({ headersDistinct }: IncomingMessage): boolean => (headersDistinct['host']?.length ?? 0) > 1;

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** A target may name a server before its path (RFC 9112, section 3.2.2); Express answers HTML to a malformed one. */
const withoutOrigin = (target: string): string => {
  const path = target.replace(ORIGIN, '');
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
};
