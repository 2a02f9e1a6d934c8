import { type Asked, type Asking, onEvery, ROUTES, rowOf, seenIn, startAsking } from '../../../http/tenancy/asking';
import { createTenant, type Tenant } from '../../../http/tenancy/tenants';
import { createWorld, type HttpWorld, type Partner } from '../../../http/world';

let world: HttpWorld;
let asking: Asking;
let q: Partner;
let other: Tenant;
/** The owner of what is only read. */
let reader: Tenant;

beforeAll(async () => {
  world = await createWorld();
  asking = await startAsking(world);
  q = await world.partner();
  other = await createTenant(world, q);
  reader = await freshTenant();
});
afterAll(() => world.close());

/** Whose objects no request has touched yet. */
const freshTenant = async (): Promise<Tenant> => createTenant(world, await world.partner());

/** Everything that the database says of partner Q. */
const rowsOfOther = async (): Promise<unknown> => {
  await world.project();
  const tables = ['users', 'api_keys', 'cashout_intents', 'webhook_destinations', 'webhook_outbox', 'partner_secrets'];
  const texts = tables.map(
    (name) => `SELECT to_jsonb(t) AS row FROM lastro.${name} t WHERE partner_id = $1 ORDER BY 1`,
  );
  const found = await Promise.all(texts.map((text) => world.pool.query<{ row: unknown }>(text, [q.partnerId])));
  return found.map(({ rows }) => rows);
};

/** Names by which a request might try to set its caller, each by itself; headers are never refused. */
const attempts = (): readonly Pick<Asked, 'query' | 'headers' | 'fields'>[] => {
  const { partnerId, objects } = other;
  const { userId } = objects;
  const partners = { 'X-Partner-Id': partnerId, 'X-Tenant': partnerId, 'X-Tenant-Id': partnerId };
  const headers = { ...partners, 'X-User-Id': userId, 'X-Forwarded-User': userId, Cookie: `sub=${userId}` };
  const names = [{ partnerId }, { userId }, { mode: 'live' }];
  return [{ headers }, ...names.map((query) => ({ query })), ...names.map((fields) => ({ fields }))];
};

/** Receipts of all users have the same types. */
const idsOf = ({ partnerId, objects: { type, ...objects } }: Tenant): readonly string[] => [
  partnerId,
  ...Object.values(objects),
];

const SECURED = ROUTES.filter(([, route]) => route.handlers.length > 0);

it.each([
  'reads',
  'writes',
])('each route that %s answers the owner of its objects, and ignores every other id', (what) => {
  const routes = SECURED.filter(([, { method }]) => (method === 'get') === (what === 'reads'));
  return onEvery(routes, async (route) => {
    const scheme = asking.schemeOf(route);
    const { objects, credentials } = what === 'reads' ? reader : await freshTenant();
    const asked = { objects, credential: credentials[scheme] };
    const { owner, body } = rowOf(route);
    expect(seenIn(await asking.ask(route, asked))).toEqual([owner, expect.any(String)]);
    if (scheme === 'public') return;
    const before = await rowsOfOther();
    for (const more of attempts()) {
      const [name = ''] = Object.keys(more.fields ?? {});
      // A field that the route has anyway says which object is meant; the matrix asks for those of others.
      if (more.fields !== undefined && (route.method === 'get' || name in (body?.(objects) ?? {}))) continue;
      const answer = await asking.ask(route, { ...asked, ...more });
      expect([more, idsOf(other).filter((id) => answer.text.includes(id))]).toEqual([more, []]);
      // A write may well be refused the second time.
      const again = [200, 201, 204, 400, 404, 409, 422];
      const signedOut = route.path === '/api/v1/session' ? [401] : [];
      const statuses = route.method === 'get' ? [owner, 400] : [...again, ...signedOut];
      expect([more, statuses]).toEqual([more, expect.arrayContaining([answer.status])]);
    }
    expect(await rowsOfOther()).toEqual(before);
  });
});

it('each route keeps Idempotency-Keys apart for each principal', () =>
  onEvery(SECURED, async (route) => {
    if (!asking.takesIdempotencyKey(route)) return;
    const scheme = asking.schemeOf(route);
    const partner = await world.partner();
    const tenants = [await createTenant(world, partner), await createTenant(world, partner), await freshTenant()];
    const headers = { 'Idempotency-Key': 'the-same-key-for-all' };
    const seen: string[] = [];
    // A partner's users share its credential, and with it the namespace.
    for (const { objects, credentials } of tenants.slice(scheme === 'partner' ? 1 : 0)) {
      const asked = { objects, credential: credentials[scheme], headers };
      const first = await asking.ask(route, asked);
      expect(seenIn(first)).toEqual([rowOf(route).owner, expect.any(String)]);
      seen.push(first.text);
    }
    expect(new Set(seen).size).toBe(seen.length);
  }));

it('at least two routes take Idempotency-Keys', () => {
  expect(ROUTES.filter(([, route]) => asking.takesIdempotencyKey(route)).length).toBeGreaterThan(1);
});
