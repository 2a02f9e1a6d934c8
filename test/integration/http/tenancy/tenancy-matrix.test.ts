import { randomUUID } from 'node:crypto';
import { systemContext } from '../../../../commands/handling/context';
import type { Route } from '../../../../src/http/routes';
import { type Asking, onEvery, ROUTES, rowOf, seenIn, startAsking } from '../../../http/tenancy/asking';
import { ROUTE_ROWS } from '../../../http/tenancy/route-rows';
import { createTenant, otherModeOf, type Scheme, type Tenant, unknownObjects } from '../../../http/tenancy/tenants';
import { createWorld, type HttpWorld, type Partner } from '../../../http/world';

let world: HttpWorld;
let p: Partner;
let q: Partner;
/** The owner of what is asked for. */
let owner: Tenant;
/** Valid credentials of all others, who may not see it. */
let strangers: Readonly<Record<'partner Q' | 'another user of P' | 'P in its other mode', Tenant>>;
let suspended: Tenant;
let blocked: Tenant;
let revokedKey: string;
let asking: Asking;

beforeAll(async () => {
  world = await createWorld();
  asking = await startAsking(world);
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

const routeNames: readonly string[] = ROUTES.map(([name]) => name);

const context = () => systemContext('test', randomUUID(), 'test');

const UNAUTHORIZED = [401, '{"success":false,"error":"Unauthorized","code":"UNAUTHORIZED","requestId":"<id>"}'];

it('each row of the matrix has a route, and each route has a caller', () => {
  expect(Object.keys(ROUTE_ROWS)).toEqual(Object.keys(ROUTE_ROWS).filter((name) => routeNames.includes(name)));
  for (const [name, route] of ROUTES) expect([name, asking.schemeOf(route) in owner.credentials]).toEqual([name, true]);
});

/**
 * The document of the API and the page that shows it: the same for everybody. A receipt's page: for whoever has its link,
 * whoever that is (`receipts/receipt-page.test.ts`).
 */
const FOR_EVERYBODY = /^get \/(?:openapi\.json|docs(?:\/[\w.-]+)?|receipts\/:token|\^\\\/dashboard.*)$/;

/** Routes of providers, who are no tenants. */
const CALLBACKS: readonly string[] = [
  'post /webhooks/bank/:provider',
  'post /webhooks/bank/:provider/authorize',
  'post /webhooks/bank/:provider/pix',
  'post /webhooks/chain/:provider',
  'post /webhooks/kyc/:provider',
];

it('the application serves the routes of the matrix and no others', () => {
  type Layer = (typeof world.app.router.stack)[number];
  const namesIn = (stack: readonly Layer[]): readonly string[] =>
    stack.flatMap(({ route, handle }) => {
      // A layer without a method refuses every other method of its path.
      if (route !== undefined) return route.stack.flatMap(({ method }) => (method ? `${method} ${route.path}` : []));
      return 'stack' in handle ? namesIn(handle.stack as Layer[]) : [];
    });
  const served = namesIn(world.app.router.stack);
  const others = [...new Set(served)].filter((name) => !FOR_EVERYBODY.test(name) && !CALLBACKS.includes(name));
  expect(served).toEqual(expect.arrayContaining([...CALLBACKS]));
  expect(others.sort()).toEqual([...routeNames].sort());
  expect(served.length).toBeGreaterThan(others.length);
});

/** A partner's routes may be open to its members too. */
const schemesOf = (route: Route): readonly Scheme[] => {
  const scheme = asking.schemeOf(route);
  return scheme === 'partner' && asking.schemesOf(route).includes('member') ? [scheme, 'member'] : [scheme];
};

/** Users of a partner belong to the partner and its members, who choose the mode. */
const isStranger = (name: string, scheme: Scheme): boolean =>
  scheme === 'member' ? name === 'partner Q' : scheme !== 'partner' || name !== 'another user of P';

it('each route refuses a caller without its credential before any other check', () =>
  onEvery(ROUTES, async (route) => {
    const scheme = asking.schemeOf(route);
    if (scheme === 'public') return;
    const known: readonly string[] = asking.schemesOf(route);
    const others = Object.entries(owner.credentials).filter(([name]) => !known.includes(name));
    const credentials: readonly (readonly [string, string | null])[] = [...others, ['a revoked key', revokedKey]];
    const before = await world.eventCount();
    for (const [name, credential] of credentials) {
      const answer = await asking.ask(route, { objects: owner.objects, credential });
      expect([name, ...seenIn(answer)]).toEqual([name, ...UNAUTHORIZED]);
    }
    const inactive = await asking.ask(route, { objects: suspended.objects, credential: suspended.credentials[scheme] });
    const refused = scheme === 'member' ? [401, 'UNAUTHORIZED'] : [403, 'PARTNER_INACTIVE'];
    expect([inactive.status, inactive.body.code]).toEqual(refused);
    if (scheme === 'user' || scheme === 'wallet') {
      const answer = await asking.ask(route, { objects: blocked.objects, credential: blocked.credentials[scheme] });
      expect([answer.status, answer.body.code]).toEqual([403, 'USER_BLOCKED']);
    }
    expect(await world.eventCount()).toBe(before);
  }));

it('each route answers a foreign object like an unknown one', () =>
  onEvery(ROUTES, async (route) => {
    const { foreign = null, foreignInLive = foreign } = rowOf(route);
    if (foreign === null || asking.schemeOf(route) === 'public') return;
    const before = await world.eventCount();
    for (const scheme of schemesOf(route)) {
      for (const [name, { credentials }] of Object.entries(strangers)) {
        if (!isStranger(name, scheme)) continue;
        const credential = credentials[scheme];
        const answer = await asking.ask(route, { objects: owner.objects, credential });
        expect([name, answer.status]).toEqual([name, name === 'P in its other mode' ? foreignInLive : foreign]);
        const unknown = await asking.ask(route, { objects: unknownObjects(), credential });
        expect([name, ...seenIn(answer)]).toEqual([name, ...seenIn(unknown)]);
      }
    }
    expect(await world.eventCount()).toBe(before);
  }));

it('no route shows objects of others', () =>
  onEvery(ROUTES, async (route) => {
    if (route.method !== 'get') return;
    const { objects, credentials } = owner;
    for (const scheme of schemesOf(route)) {
      const shown = (await asking.ask(route, { objects, credential: credentials[scheme] })).text;
      for (const [name, stranger] of Object.entries(strangers)) {
        if (!isStranger(name, scheme)) continue;
        const ids = Object.values(stranger.objects).filter((id) => !Object.values(unknownObjects()).includes(id));
        expect([name, ids.filter((id) => shown.includes(id))]).toEqual([name, []]);
      }
    }
  }));

it('a list accepts only its own cursors', () =>
  onEvery(ROUTES, async (route) => {
    const { cursor } = rowOf(route);
    const scheme = asking.schemeOf(route);
    if (cursor === undefined) return;
    const credential = owner.credentials[scheme];
    const listFrom = (id: string) => asking.ask(route, { objects: owner.objects, credential, query: { cursor: id } });
    expect((await listFrom(owner.objects[cursor])).status).toBe(200);
    const foreign = Object.entries(strangers)
      .filter(([name]) => name !== 'another user of P' || scheme !== 'partner')
      .map(([, { objects }]) => objects[cursor]);
    for (const id of [...foreign, unknownObjects()[cursor], 'garbage', '*', "' OR true --"]) {
      const answer = await listFrom(id);
      const { error }: { error: { fieldErrors: object } } = answer.body;
      expect([id, answer.status, Object.keys(error.fieldErrors)]).toEqual([id, 400, ['cursor']]);
    }
  }));
