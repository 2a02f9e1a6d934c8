import { type Request, type RequestHandler, type Response, Router } from 'express';
import openapi from './generated/openapi.json';
import { RegisterRoutes } from './generated/routes';
import { checkShape } from './request/check-shape';
import { limitByAddress } from './request/limits';
import { answerInTime } from './shared/answer-problem';

type Method = 'get' | 'post' | 'patch' | 'delete' | 'put';

export interface Route {
  readonly method: Method;
  /** With `:name` for parameters. */
  readonly path: string;
  readonly handlers: readonly RequestHandler[];
  /** As its document describes it; absent for a route outside the document. */
  readonly operation?: Operation | undefined;
}

interface Operation {
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

/** Routes that tsoa generated, and their document. */
export interface Surface {
  readonly register: (app: Router) => void;
  readonly paths: object;
}

const PARTNERS: Surface = { register: RegisterRoutes, paths: openapi.paths };

/** tsoa's routes, not yet in an application: authentication first, the controller last. */
export const generatedRoutes = ({ register, paths }: Surface = PARTNERS): readonly Route[] => {
  const routes: Route[] = [];
  const record =
    (method: Method) =>
    (path: string, ...handlers: RequestHandler[]) =>
      routes.push({ method, path, handlers, operation: operationOf(paths, method, path) });
  const recorder = {
    get: record('get'),
    post: record('post'),
    patch: record('patch'),
    delete: record('delete'),
    put: record('put'),
  };
  register(recorder as unknown as Router);
  return routes;
};

const VERSIONED = '/api/v1/';
const UNVERSIONED = /^\/api\/(?!v1\/)/i;

export const isHealth = ({ path }: Route): boolean => /^(?:\/api\/v1)?\/health(?:\/|$)/.test(path);

const isSandbox = ({ path }: Route): boolean => path.startsWith(`${VERSIONED}sandbox/`);

const operationOf = (paths: object, method: Method, path: string): Operation | undefined =>
  (paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>)[path.replace(/:(\w+)/g, '{$1}')]?.[method];

export const isSecured = ({ operation }: Route): boolean => (operation?.security ?? []).length > 0;

const queryNamesOf = ({ operation }: Route): readonly string[] =>
  (operation?.parameters ?? []).filter(({ in: place }) => place === 'query').map(({ name }) => name);

/** Puts the syntax check between authentication and the controller of every route. */
const allHandlersOf = (route: Route): readonly RequestHandler[] => {
  const { path, handlers } = route;
  const controller = handlers.at(-1);
  if (controller === undefined) throw new Error(`${path} has no handler`);
  return [answerInTime(path), ...handlers.slice(0, -1), checkShape(queryNamesOf(route)), controller];
};

export const addRoute = (app: Pick<Router, Method>, route: Route): void => {
  app[route.method](route.path, ...allHandlersOf(route));
};

/** A single handler for all routes; `stack` names them, as an Express router's does. */
type RoutesBySize = RequestHandler & { readonly stack: Router['stack'] };

/** Routes after the address limit. A parameter is one segment, so only routes of equal length are compared. */
export const limitedRoutes = (routes: readonly Route[], limit = limitByAddress): RoutesBySize => {
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const size = sizeOf(route.method.toUpperCase(), route.path);
    const router = routers.get(size) ?? Router();
    routers.set(size, router);
    router[route.method](route.path, limit(isSecured(route)), ...allHandlersOf(route));
  }
  const dispatch: RequestHandler = (request, response, next) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const router = routers.get(sizeOf(method, request.path));
    if (router === undefined) next();
    else router(request, response, next);
  };
  return Object.assign(dispatch, { stack: [...routers.values()].flatMap(({ stack }) => stack) });
};

/** A trailing slash is no segment. */
const sizeOf = (method: string, path: string): string =>
  `${method} ${path.split('/').length - (path.endsWith('/') ? 1 : 0)}`;

/** Redirects unversioned paths to their versioned routes. */
export const redirectsTo = (routes: readonly Route[]): RequestHandler => {
  const router = Router();
  // A route without a version has priority over a versioned one of the same name.
  for (const { method, path } of routes.filter((route) => UNVERSIONED.test(route.path))) {
    router[method](path, (_request, _response, next) => next('router'));
  }
  for (const route of routes.filter(({ path }) => path.startsWith(VERSIONED))) {
    if (isHealth(route) || isSandbox(route)) continue;
    const answer: RequestHandler = (request, response, next) => {
      if (Object.values(request.params).some(isDotSegment)) next();
      else redirect(request, response, route.path);
    };
    router[route.method](`/api/${route.path.slice(VERSIONED.length)}`, answer);
  }
  return (request, response, next) => {
    // A router answers OPTIONS by itself.
    const isCandidate = UNVERSIONED.test(request.path) && request.method !== 'OPTIONS';
    if (isCandidate) router(request, response, next);
    else next();
  };
};

/** A dot segment would climb out of the route when the target is resolved. */
const isDotSegment = (value: unknown): boolean => value === '.' || value === '..';

/** Builds the target from the matched route, never from the request's text: it cannot lead elsewhere. */
const redirect = (request: Request, response: Response, template: string): void => {
  const path = template.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(request.params[name])));
  const queryStart = request.originalUrl.indexOf('?');
  const query = queryStart < 0 ? '' : request.originalUrl.slice(queryStart);
  const status = request.method === 'GET' || request.method === 'HEAD' ? 301 : 308;
  response.status(status).set('Location', `${path}${query}`).end();
};
