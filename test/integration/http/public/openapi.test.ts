import request from 'supertest';
import { STATUS_OF } from '../../../../src/http/problems';
import { generatedRoutes } from '../../../../src/http/routes';
import { api, codesOf, type DocumentedAnswer, jsonOf, operations, schemesOf } from '../../../http/public/document';
import { httpSuite } from '../../../http/suite';

const suite = httpSuite();

describe('the OpenAPI document', () => {
  it('lists every route and no other', async () => {
    const served = generatedRoutes().map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect((await request(suite.world.app).get('/openapi.json')).body).toEqual(document);
    expect(operations.map(({ name }) => name).sort()).toEqual(served.sort());
    expect(served).toEqual(
      expect.arrayContaining([
        'post /api/v1/auth/token',
        'post /api/v1/partners/me/api-keys',
        'get /api/v1/partners/me/api-keys',
        'post /api/v1/partners/me/api-keys/{keyId}/revoke',
        'post /api/v1/partners/me/webhook-config',
        'get /api/v1/partners/me/webhook-config',
        'delete /api/v1/partners/me/webhook-config',
        'post /api/v1/users',
        'get /api/v1/users',
        'get /api/v1/users/{userId}',
        'get /api/v1/accepted-cryptos',
        'get /api/v1/getAssetPrice',
        'post /api/v1/cashout/quote',
        'get /api/v1/cashout/quote/{quoteId}',
        'post /api/v1/cashout/intent',
        'get /api/v1/cashout/intent/{intentId}',
        'get /api/v1/cashout/intents/{intentId}',
        'get /api/v1/cashout/intents',
        'post /api/auth/challenge',
        'post /api/auth/verify',
        'post /api/auth/otp/send',
        'post /api/auth/otp/verify',
        'get /health',
        'get /api/v1/health/ready',
        'get /gateway-config-latest.json',
      ]),
    );
  });

  it('names its server, and the security scheme of each route', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['/', 'http://127.0.0.1:3000']);
    expect(Object.keys(api.components.securitySchemes).sort()).toEqual(['hmac', 'member', 'partner', 'user', 'wallet']);
    for (const { name, operation } of operations) {
      const schemes = schemesOf(operation);
      for (const scheme of schemes) expect(Object.keys(api.components.securitySchemes)).toContain(scheme);
      // A signed request opens exactly what an API key opens.
      expect([name, schemes.includes('hmac')]).toEqual([name, schemes.includes('partner')]);
    }
  });

  it('describes each group of routes, and has no group without a route', () => {
    const used = operations.flatMap(({ operation }) => operation.tags ?? []);
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort());
    for (const { name, description } of document.tags) expect([name, description]).toEqual([name, expect.any(String)]);
  });

  it.each(operations)('has a summary, a tag and every refusal of $name', ({ name, path, operation }) => {
    expect(operation.summary).toMatch(/^[A-Z][^\n]{10,110}[^.]$/);
    expect(operation.tags).toHaveLength(1);
    const statuses = Object.keys(operation.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([400, 413, 415]));
    if (!/\/health(\/|$)/.test(path)) expect(statuses).toEqual(expect.arrayContaining([429, 500, 503]));
    if (schemesOf(operation).length > 0) expect(statuses).toContain(401);
    // Every member may read.
    const isRead = schemesOf(operation).join() === 'member' && name.startsWith('get ');
    if (schemesOf(operation).length > 0 && !isRead) expect(statuses).toContain(403);
    if (operation.parameters.some(({ name }) => name === 'Idempotency-Key')) {
      expect(operation.responses[422]?.headers).toHaveProperty('Idempotency-Hit');
      expect(operation.responses[409]?.description).toContain('IDEMPOTENCY_IN_PROGRESS');
      expect(operation.responses[422]?.description).toContain('IDEMPOTENCY_KEY_REUSED');
    }
  });

  const answers = operations.flatMap(({ name, operation }) =>
    Object.entries(operation.responses).map(([status, answer]) => [name, status, answer] as const),
  );

  it.each(answers)('%s describes the form of %s', (_name, status, answer) => {
    expect(jsonOf(answer)?.schema ?? answer.content?.['text/csv']?.schema).toEqual(expect.any(Object));
    expect(Object.keys(answer.headers ?? {})).toContain('X-Request-Id');
    if (+status >= 400) expectRefusal(+status, answer);
  });
});

const document = api as unknown as {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly components: Readonly<Record<string, object>>;
};

/** A refusal lists codes of its own status, each with an example; it says how long to wait where that is known. */
const expectRefusal = (status: number, answer: DocumentedAnswer): void => {
  const statuses: Readonly<Record<string, number>> = STATUS_OF;
  for (const code of codesOf(answer)) expect([code, statuses[code]]).toEqual([code, status]);
  expect(Object.keys(jsonOf(answer)?.examples ?? {})).toEqual(codesOf(answer));
  expect(answer.headers?.['Retry-After'] !== undefined).toBe([409, 429, 503].includes(status));
  expect(answer.headers?.['WWW-Authenticate'] !== undefined).toBe(status === 401);
};

describe('the docs page', () => {
  it.each([
    ['Range', 'bytes=999999999-'],
    ['If-Match', '"x"'],
    ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('sends its files complete, despite any %s', async (name, value) => {
    const whole = await request(suite.world.app).get('/docs/swagger-ui.css');
    const answer = await request(suite.world.app).get('/docs/swagger-ui.css').set(name, value);
    expect([answer.status, answer.text]).toEqual([200, whole.text]);
  });

  it('is served by this service alone, under a policy that allows no other source', async () => {
    const page = await request(suite.world.app).get('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(page.text).not.toMatch(/<script>|onload=/);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBe(4);
    for (const link of links) {
      const file = await request(suite.world.app).get(link);
      expect([link, file.status]).toEqual([link, 200]);
      expect(file.headers['x-content-type-options']).toBe('nosniff');
    }
    const start = await request(suite.world.app).get('/docs/start.js');
    expect(start.headers['content-type']).toMatch(/^text\/javascript/);
    expect(start.text).toContain("url: '/openapi.json'");
  });
});
