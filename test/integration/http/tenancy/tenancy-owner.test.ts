import { type Asking, onEvery, ROUTES, rowOf, seenIn, startAsking } from '../../../http/tenancy/asking';
import { createTenant, type Tenant } from '../../../http/tenancy/tenants';
import { createWorld, type HttpWorld, type Partner } from '../../../http/world';

let world: HttpWorld;
let asking: Asking;
let q: Partner;
let other: Tenant;

beforeAll(async () => {
  world = await createWorld();
  asking = await startAsking(world);
  q = await world.partner();
  other = await createTenant(world, q);
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

/** Names under which a request might hope to say who is asking, each by itself; headers are never refused. */
const attempts = (place: 'query' | 'headers' | 'fields'): readonly Record<string, string>[] => {
  const { partnerId, objects } = other;
  const { userId } = objects;
  if (place === 'headers') {
    const partners = { 'X-Partner-Id': partnerId, 'X-Tenant': partnerId, 'X-Tenant-Id': partnerId };
    return [{ ...partners, 'X-User-Id': userId, 'X-Forwarded-User': userId, Cookie: `sub=${userId}` }];
  }
  return [
    ...['partnerId', 'partner_id', 'tenant', 'tenantId'].map((name) => ({ [name]: partnerId })),
    ...['userId', 'user_id', 'uid', 'sub'].map((name) => ({ [name]: userId })),
    { mode: 'live' },
  ];
};

/** Everybody's receipts are of the same types. */
const idsOf = ({ partnerId, objects: { type, ...objects } }: Tenant): readonly string[] => [
  partnerId,
  ...Object.values(objects),
];

const SECURED = ROUTES.filter(([, route]) => route.handlers.length > 0);

it("every route answers the objects' owner", () =>
  onEvery(SECURED, async (route) => {
    const { objects, credentials } = await freshTenant();
    const answer = await asking.ask(route, { objects, credential: credentials[asking.schemeOf(route)] });
    expect(seenIn(answer)).toEqual([rowOf(route).owner, expect.any(String)]);
  }));

it.each(['query', 'headers', 'fields'] as const)('no route takes its caller for another because of the %s', (place) =>
  onEvery(SECURED, async (route) => {
    const scheme = asking.schemeOf(route);
    if (scheme === 'public' || (place === 'fields' && route.method === 'get')) return;
    const before = await rowsOfOther();
    const { objects, credentials } = await freshTenant();
    for (const more of attempts(place)) {
      const [name = ''] = Object.keys(more);
      // A field that the route has anyway says which object is meant; the matrix asks for those of others.
      if (place === 'fields' && name in (rowOf(route).body?.(objects) ?? {})) continue;
      const answer = await asking.ask(route, { objects, credential: credentials[scheme], [place]: more });
      expect([name, idsOf(other).filter((id) => answer.text.includes(id))]).toEqual([name, []]);
      // What was written once may well be refused the second time.
      const statuses = route.method === 'get' ? [rowOf(route).owner, 400] : [200, 201, 204, 400, 404, 409, 422];
      expect([name, statuses]).toEqual([name, expect.arrayContaining([answer.status])]);
    }
    expect(await rowsOfOther()).toEqual(before);
  }));

it('every route has a namespace of Idempotency-Keys for each principal', () =>
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

it('there are routes that take Idempotency-Keys', () => {
  expect(ROUTES.filter(([, route]) => asking.takesIdempotencyKey(route)).length).toBeGreaterThan(1);
});
