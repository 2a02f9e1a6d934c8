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

interface Answer {
  readonly status: number;
  readonly location: string | null;
}

/** The request line byte for byte: no client tidies it up on the way. */
const ask = async (method: string, target: string, host = 'localhost'): Promise<Answer> => {
  const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const text = await http.overSocket(head);
  return { status: Number(text.slice(9, 12)), location: /^location: (.*)$/im.exec(text)?.[1] ?? null };
};

/** Whose routes live credentials must not find. */
const isSandbox = (path: string): boolean => path.startsWith('/api/v1/sandbox/');
const versioned = generatedRoutes().filter(
  (route) => route.path.startsWith('/api/v1/') && !isHealth(route) && !isSandbox(route.path),
);
const unversioned = generatedRoutes().filter(({ path }) => /^\/api\/(?!v1\/)/.test(path));
const filled = (path: string): string => path.replace(/:\w+/g, 'pix');
const twins = new Set(unversioned.map(({ method, path }) => `${method} ${path}`));

describe('a versioned route that is asked for without its version', () => {
  const led = versioned.filter(({ method, path }) => !twins.has(`${method} ${path.replace('/api/v1/', '/api/')}`));

  it.each(led.map(({ method, path }) => [method, path] as const))('%s %s is led to', async (method, path) => {
    const target = filled(path);
    expect(await ask(method.toUpperCase(), `${target.replace('/api/v1/', '/api/')}?a=b%20c`)).toEqual({
      status: method === 'get' ? 301 : 308,
      location: `${target}?a=b%20c`,
    });
  });

  it('is found by its template in any spelling', async () => {
    const target = { status: 301, location: '/api/v1/cashout/intents' };
    expect(await ask('GET', '/API/CashOut/intents/')).toEqual(target);
    expect(await ask('HEAD', '/api/cashout/intents')).toEqual(target);
    expect(await ask('GET', '/api/cashout/intents', 'evil.example')).toEqual(target);
    expect(await ask('GET', 'http://evil.example/api/cashout/intents')).toEqual(target);
  });

  it('keeps the query in its bytes', async () => {
    const query = '?next=//evil.example&a=%0d%0aSet-Cookie:%20x&b=%E9&c=?';
    const { status, location } = await ask('GET', `/api/cashout/intents${query}`);
    expect([status, location]).toEqual([301, `/api/v1/cashout/intents${query}`]);
  });

  it('is not found for bytes that are no URL', async () => {
    expect(await ask('GET', '/api/cashout/intents?a=\xe9')).toEqual({ status: 400, location: null });
  });

  it('keeps the text of a parameter in its segment', async () => {
    const to = (name: string) => ask('GET', `/api/users/${name}`);
    expect(await to('%2F%2Fevil.example')).toEqual({ status: 301, location: '/api/v1/users/%2F%2Fevil.example' });
    expect(await to('%5Cevil.example')).toEqual({ status: 301, location: '/api/v1/users/%5Cevil.example' });
    expect(await to('a%0d%0aX:%20y')).toEqual({ status: 301, location: '/api/v1/users/a%0D%0AX%3A%20y' });
    expect(await to('%3Fa=b%23c')).toEqual({ status: 301, location: '/api/v1/users/%3Fa%3Db%23c' });
  });

  it.each([
    '/api//evil.example',
    '/api/\\evil.example',
    '/api/%2F%2Fevil.example',
    '/api/%5Cevil.example',
    '//evil.example/api/users',
    '/api/users/%2e%2e',
    '/api/users/..',
    '/api/users/%2e',
    '/api/../api/users',
    '/api/%2e%2e/users',
    '/api//users',
    '/api/v1%2Fusers',
    '/api/v2/users',
    '/api/v1',
    '/api/api/v1/users',
    '/api/health',
    '/api/health/live',
    '/api/nothing',
    '/api',
  ])('is not found for %s', async (target) => {
    expect(await ask('GET', target)).toEqual({ status: 404, location: null });
  });

  it('is not found with a method that the route does not have', async () => {
    expect(await ask('PUT', '/api/users')).toEqual({ status: 404, location: null });
    expect(await ask('OPTIONS', '/api/users')).toEqual({ status: 404, location: null });
    expect(await ask('GET', '/api/auth/token')).toEqual({ status: 404, location: null });
  });
});

describe('a route that has no version', () => {
  it.each(
    unversioned.map(({ method, path }) => [method, path] as const),
  )('%s %s is led nowhere', async (method, path) => {
    expect((await ask(method.toUpperCase(), filled(path))).location).toBeNull();
    expect((await ask(method.toUpperCase(), `${filled(path).toUpperCase()}/?a=b`)).location).toBeNull();
  });

  it('has priority over a versioned route of the same name', async () => {
    expect(twins).toContain('get /api/receipts/:type');
    expect(versioned.map(({ method, path }) => `${method} ${path}`)).toContain('get /api/v1/receipts/:type');
    expect(await ask('GET', '/api/receipts/pix')).toEqual({ status: 401, location: null });
    expect(await ask('HEAD', '/api/receipts/pix')).toEqual({ status: 401, location: null });
  });
});
