import request from 'supertest';
import { ROUTES, startAsking } from '../tenancy/asking';
import { createTenant, type Tenant } from '../tenancy/tenants';
import { createWorld, type HttpWorld } from '../world';

let world: HttpWorld;
let owner: Tenant;
let asking: Awaited<ReturnType<typeof startAsking>>;

beforeAll(async () => {
  world = await createWorld();
  asking = await startAsking(world);
  owner = await createTenant(world, await world.partner());
});
afterAll(() => world.close());

describe('an unknown query parameter', () => {
  it('is checked on more than 45 routes', () => expect(ROUTES.length).toBeGreaterThan(45));

  it.each(ROUTES)('is refused with 400 by %s', async (_name, route) => {
    const credential = owner.credentials[asking.schemeOf(route)];
    const before = await world.eventCount();
    for (const name of ['filter', 'externaluserid', 'constructor', 'hasOwnProperty']) {
      const answer = await asking.ask(route, { objects: owner.objects, credential, query: { [name]: 'bob' } });
      const { error }: { error: { fieldErrors: Record<string, string> } } = answer.body;
      expect([name, answer.status, error.fieldErrors]).toEqual([name, 400, { [name]: 'unknown parameter' }]);
    }
    expect(await world.eventCount()).toBe(before);
  });

  it('is named in a refusal with 400, only after a valid credential', async () => {
    const path = '/api/v1/users?limit=1&limit=2&page=3';
    const refused = await request(world.app)
      .get(path)
      .set({ Authorization: `Bearer ${owner.credentials.partner}` });
    expect([refused.status, Object.keys(refused.body.error.fieldErrors as object).sort()]).toEqual([
      400,
      ['limit', 'page'],
    ]);
    expect((await request(world.app).get(path)).status).toBe(401);
  });
});
