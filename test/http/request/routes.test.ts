import { generatedRoutes, isHealth } from '../../../src/http/routes';
import { type Listening, listen } from '../over-socket';
import { createWorld, type HttpWorld } from '../world';

let world: HttpWorld;
let http: Listening;

beforeAll(async () => {
  world = await createWorld();
  http = await listen(world.app);
});
afterAll(async () => {
  http.close();
  await world.close();
});

const statusOf = async (method: string, target: string): Promise<number> => {
  const head = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  return Number((await http.overSocket(head)).slice(9, 12));
};

/** Whoever shows no credential is refused by these and by nothing before them. */
const partnerRoutes = generatedRoutes().filter(({ path }) => path.startsWith('/api/v1/partners/me/'));
const filled = (path: string): string => path.replace(/:\w+/g, 'a%2Fb');

describe('a request finds its route among those of as many segments', () => {
  test.each(
    partnerRoutes.map(({ method, path }) => [method.toUpperCase(), filled(path)] as const),
  )('%s %s', async (method, path) => {
    expect(await statusOf(method, path)).toBe(401);
    expect(await statusOf(method, `${path}/`)).toBe(401);
    expect(await statusOf(method, path.toUpperCase())).toBe(401);
    expect(await statusOf(method, `${path}/more/of/it`)).toBe(404);
    expect(await statusOf('OPTIONS', path)).toBe(401);
  });

  test('HEAD is asked where GET is, and two slashes are no end', async () => {
    expect(await statusOf('HEAD', '/api/v1/partners/me/api-keys')).toBe(401);
    expect(await statusOf('GET', '/api/v1/partners/me/api-keys//')).toBe(404);
    expect(await statusOf('GET', '/api/v1//partners/me/api-keys')).toBe(404);
  });

  test('health is found without them', async () => {
    const health = generatedRoutes().filter(isHealth);
    expect(health.length).toBeGreaterThan(0);
    for (const { path } of health) expect(await statusOf('GET', path)).not.toBe(404);
  });
});
