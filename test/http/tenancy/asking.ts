import request, { type Response } from 'supertest';
import { generatedRoutes, type Route } from '../../../src/http/routes';
import { expectEveryRow } from '../../every-row';
import { credentialHeaders } from '../members/member-world';
import { api } from '../public/document';
import type { HttpWorld } from '../world';
import { ROUTE_ROWS, type RouteRow } from './route-rows';
import type { Objects, Scheme } from './tenants';

/** Every route by `method path`. */
export const ROUTES = generatedRoutes().map((route) => [`${route.method} ${route.path}`, route] as const);

/** Checks each of the routes; a failure names every route that fails. */
export const onEvery = (routes: typeof ROUTES, check: (route: Route) => Promise<void>): Promise<void> =>
  expectEveryRow(
    routes,
    ([name]) => name,
    ([, route]) => check(route),
  );

export interface Asked {
  readonly objects: Objects;
  readonly credential: string | null;
  readonly query?: Record<string, string>;
  /** Fields of the body, beside those of the row. */
  readonly fields?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

export interface Asking {
  readonly ask: (route: Route, asked: Asked) => Promise<Response>;
  /** As the OpenAPI document says. */
  readonly schemeOf: (route: Route) => Scheme;
  /** Every scheme that opens the route; none of a public one. */
  readonly schemesOf: (route: Route) => readonly string[];
  readonly takesIdempotencyKey: (route: Route) => boolean;
}

interface Operation {
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly { readonly name: string }[];
}

/** Asks any route for any objects, as its row says. */
export const startAsking = async (world: HttpWorld): Promise<Asking> => {
  const { body }: { body: { paths: Record<string, Record<string, Operation>> } } = await request(world.app).get(
    '/openapi.json',
  );
  const operationOf = ({ method, path }: Route): Operation => {
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
    if (operation === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`);
    return operation;
  };
  return {
    ask: (route, asked) => ask(world, route, asked),
    schemesOf: (route) => (operationOf(route).security ?? []).flatMap(Object.keys),
    schemeOf: (route) => (Object.keys(operationOf(route).security?.[0] ?? {})[0] ?? 'public') as Scheme,
    takesIdempotencyKey: (route) =>
      (operationOf(route).parameters ?? []).some(({ name }) => name.toLowerCase() === 'idempotency-key'),
  };
};

/** The row, with defaults from the document: another tenant's object is not found. */
export const rowOf = ({ method, path }: Route): RouteRow => {
  const { responses = {} } = api.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method] ?? {};
  const owner = Math.min(...Object.keys(responses).map(Number));
  return { owner, ...(path.includes(':') ? { foreign: 404 } : {}), ...ROUTE_ROWS[`${method} ${path}`] };
};

const ask = async (world: HttpWorld, route: Route, asked: Asked): Promise<Response> => {
  const row = rowOf(route);
  const { objects, credential, fields } = asked;
  const authorization = credential === null ? {} : credentialHeaders(credential);
  const asking = request(world.app)
    [route.method](pathTo(route, objects))
    .query({ ...row.query?.(objects), ...asked.query })
    .set(withBothCookies(authorization, asked.headers ?? {}));
  if (row.body === undefined && fields === undefined) return asking;
  return asking.send({ ...row.body?.(objects), ...fields });
};

/** A stranger's cookie stands beside the member's. */
const withBothCookies = (one: Record<string, string>, other: Record<string, string>): Record<string, string> => {
  const cookies = [one['Cookie'], other['Cookie']].filter((cookie) => cookie !== undefined);
  return { ...one, ...other, ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }) };
};

const pathTo = ({ path }: Route, objects: Objects): string =>
  path.replace(/:(\w+)/g, (_match, name: string) => {
    if (!(name in objects)) throw new Error(`test/http/tenancy/tenants.ts makes no ${name}`);
    return encodeURIComponent(objects[name as keyof Objects]);
  });

/** Status and bytes, but for the id of the request. */
export const seenIn = ({ status, text, headers }: Response): readonly [number, string] => [
  status,
  text.replaceAll(headers['x-request-id'] ?? 'none', '<id>'),
];
