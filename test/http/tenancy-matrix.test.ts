import { randomUUID } from 'node:crypto';
import request, { type Response } from 'supertest';
import { systemContext } from '../../commands/context';
import { generatedRoutes, type Route } from '../../src/http/routes';
import { ROUTE_ROWS, type RouteRow } from './route-rows';
import { createTenant, type Objects, otherModeOf, type Scheme, type Tenant, unknownObjects } from './tenants';
import { createWorld, type HttpWorld, type Partner } from './world';

jest.setTimeout(60_000);

let world: HttpWorld;
let p: Partner;
let q: Partner;
/** The owner of what is asked for. */
let owner: Tenant;
/** Everybody whose credential is good, and who may not see it. */
let strangers: Readonly<Record<'partner Q' | 'another user of P' | 'P in its other mode', Tenant>>;
let suspended: Tenant;
let blocked: Tenant;
let revokedKey: string;
/** Of the OpenAPI document, by `method path`. */
let operations: ReadonlyMap<string, Operation>;

interface Operation {
  readonly scheme: Scheme;
  readonly takesIdempotencyKey: boolean;
}

beforeAll(async () => {
  world = await createWorld();
  operations = await readOperations();
  [p, q] = [await world.partner(), await world.partner()];
  owner = await createTenant(world, p);
  strangers = {
    'partner Q': await createTenant(world, q),
    'another user of P': await createTenant(world, p),
    'P in its other mode': await createTenant(world, await otherModeOf(world, p)),
  };
  const s = await world.partner();
  suspended = await createTenant(world, s);
  blocked = await createTenant(world, p);
  const { service } = world;
  const { userId } = blocked.objects;
  await service.blockUser({ userId, change: 'BlockUser', reason: 'test' }, context());
  const standing = { partnerId: s.partnerId, change: 'SuspendPartner', reason: 'test' } as const;
  await service.changePartnerStanding(standing, context());
  const key = await service.issueApiKey({ partnerId: p.partnerId, mode: 'sandbox', name: null }, context());
  await service.revokeApiKey({ partnerId: p.partnerId, keyId: key.keyId }, context());
  revokedKey = key.apiKey;
  await world.project();
});
afterAll(() => world.close());

const context = () => systemContext('test', randomUUID(), 'test');

const readOperations = async (): Promise<ReadonlyMap<string, Operation>> => {
  interface Documented {
    readonly security?: readonly Record<string, unknown>[];
    readonly parameters?: readonly { readonly name: string }[];
  }
  const { body }: { body: { paths: Record<string, Record<string, Documented>> } } = await request(world.app).get(
    '/openapi.json',
  );
  const found = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [], parameters = [] }]) => {
      const scheme = (Object.keys(security[0] ?? {})[0] ?? 'public') as Scheme;
      const takesIdempotencyKey = parameters.some(({ name }) => name === 'Idempotency-Key');
      return [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, { scheme, takesIdempotencyKey }] as const;
    }),
  );
  return new Map(found);
};

const ROUTES = generatedRoutes().map((route) => [`${route.method} ${route.path}`, route] as const);

interface Asked {
  readonly objects: Objects;
  readonly credential: string | null;
  readonly query?: Record<string, string>;
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

const rowOf = ({ method, path }: Route): RouteRow => {
  const row = ROUTE_ROWS[`${method} ${path}`];
  if (row === undefined) throw new Error(`${method} ${path} has no row in test/http/route-rows.ts`);
  return row;
};

const ask = async (route: Route, { objects, credential, ...more }: Asked): Promise<Response> => {
  const row = rowOf(route);
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => {
    if (!(name in objects)) throw new Error(`test/http/tenants.ts makes no ${name}`);
    return objects[name as keyof Objects];
  });
  const asking = request(world.app)
    [route.method](path)
    .query({ ...row.query?.(objects), ...more.query })
    .set({ ...(credential === null ? {} : { Authorization: `Bearer ${credential}` }), ...more.headers });
  const body = row.body?.(objects);
  return route.method === 'get' || (body === undefined && more.fields === undefined)
    ? asking
    : asking.send({ ...body, ...more.fields });
};

/** Status and bytes, but for the id of the request. */
const seenIn = ({ status, text, headers }: Response): readonly [number, string] => [
  status,
  text.replaceAll(headers['x-request-id'] ?? 'none', '<id>'),
];

const schemeOf = ({ method, path }: Route): Scheme => operations.get(`${method} ${path}`)?.scheme ?? 'public';
const idsOf = ({ partnerId, objects }: Tenant): readonly string[] => [partnerId, ...Object.values(objects)];

const UNAUTHORIZED = [401, '{"success":false,"error":"Unauthorized","code":"UNAUTHORIZED","requestId":"<id>"}'];

it('every route has a row, and every row a route', () => {
  expect(Object.keys(ROUTE_ROWS).sort()).toEqual(ROUTES.map(([name]) => name).sort());
  expect([...operations.keys()].sort()).toEqual(Object.keys(ROUTE_ROWS).sort());
  const schemes = new Set([...operations.values()].map(({ scheme }) => scheme));
  expect(schemes).toEqual(new Set([...schemes].filter((scheme) => scheme in owner.credentials)));
});

describe.each(ROUTES)('%s', (_name, route) => {
  it('refuses who has no credential for it, before anything else', async () => {
    const scheme = schemeOf(route);
    if (scheme === 'public') return;
    const others = Object.entries(owner.credentials).filter(([name]) => name !== scheme);
    const credentials = [...others, ['a revoked key', revokedKey]] as const;
    const before = await world.eventCount();
    for (const [name, credential] of credentials) {
      const answer = await ask(route, { objects: owner.objects, credential: credential as string | null });
      expect([name, ...seenIn(answer)]).toEqual([name, ...UNAUTHORIZED]);
    }
    const inactive = await ask(route, { objects: suspended.objects, credential: suspended.credentials[scheme] });
    expect([inactive.status, inactive.body.code]).toEqual([403, 'PARTNER_INACTIVE']);
    if (scheme !== 'partner') {
      const answer = await ask(route, { objects: blocked.objects, credential: blocked.credentials[scheme] });
      expect([answer.status, answer.body.code]).toEqual([403, 'USER_BLOCKED']);
    }
    expect(await world.eventCount()).toBe(before);
  });

  it("answers for somebody else's object as for none", async () => {
    const { foreign, foreignInLive = foreign } = rowOf(route);
    const scheme = schemeOf(route);
    if (foreign === undefined || scheme === 'public') return;
    const before = await world.eventCount();
    for (const [name, { credentials }] of Object.entries(strangers)) {
      // All users of a partner are the partner's.
      if (name === 'another user of P' && scheme === 'partner') continue;
      const credential = credentials[scheme];
      const answer = await ask(route, { objects: owner.objects, credential });
      expect([name, answer.status]).toEqual([name, name === 'P in its other mode' ? foreignInLive : foreign]);
      const unknown = await ask(route, { objects: unknownObjects(), credential });
      expect([name, ...seenIn(answer)]).toEqual([name, ...seenIn(unknown)]);
    }
    expect(await world.eventCount()).toBe(before);
  });

  it('never shows what belongs to others', async () => {
    const scheme = schemeOf(route);
    if (route.method !== 'get') return;
    const { objects, credentials } = owner;
    const shown = (await ask(route, { objects, credential: credentials[scheme] })).text;
    for (const [name, stranger] of Object.entries(strangers)) {
      if (name === 'another user of P' && scheme === 'partner') continue;
      const ids = Object.values(stranger.objects).filter((id) => !Object.values(unknownObjects()).includes(id));
      expect([name, ids.filter((id) => shown.includes(id))]).toEqual([name, []]);
    }
  });

  it('takes cursors of its own only', async () => {
    const { cursor } = rowOf(route);
    const scheme = schemeOf(route);
    if (cursor === undefined) return;
    const credential = owner.credentials[scheme];
    const after = (id: string) => ask(route, { objects: owner.objects, credential, query: { cursor: id } });
    expect((await after(owner.objects[cursor])).status).toBe(200);
    const foreign = Object.entries(strangers)
      .filter(([name]) => name !== 'another user of P' || scheme !== 'partner')
      .map(([, { objects }]) => objects[cursor]);
    for (const id of [...foreign, unknownObjects()[cursor], 'garbage', '*', "' OR true --"]) {
      const answer = await after(id);
      expect([id, answer.status, Object.keys(answer.body.error.fieldErrors)]).toEqual([id, 400, ['cursor']]);
    }
  });
});
