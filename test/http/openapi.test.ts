import request from 'supertest';
import { STATUS_OF } from '../../src/http/problems';
import { generatedRoutes } from '../../src/http/routes';
import { createWorld, type HttpWorld } from './world';

let world: HttpWorld;

jest.setTimeout(30_000);

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly description: string; readonly content?: Record<string, Media> }>;
}

interface Media {
  readonly schema: object;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object>; readonly securitySchemes: Record<string, object> };
}

const document = async (): Promise<Document> => {
  const found: Document = (await request(world.app).get('/openapi.json')).body;
  return found;
};

const operations = ({ paths }: Document): (readonly [string, Operation])[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );

describe('the OpenAPI document', () => {
  it('lists every route, and no other', async () => {
    const served = generatedRoutes().map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(
      operations(await document())
        .map(([name]) => name)
        .sort(),
    ).toEqual(served.sort());
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

  it('is sound: known references, unique operations, every path parameter declared', async () => {
    const found = await document();
    expect(found.openapi).toMatch(/^3\.0\.\d$/);
    const references = JSON.stringify(found).match(/"\$ref":"[^"]+"/g) ?? [];
    for (const reference of references) {
      const name = /#\/components\/schemas\/(.+)"$/.exec(reference)?.[1] ?? reference;
      expect(Object.keys(found.components.schemas)).toContain(decodeURIComponent(name));
    }
    const ids = operations(found).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, operation] of operations(found)) {
      const declared = operation.parameters
        .filter(({ in: place }) => place === 'path')
        .map((parameter) => parameter.name);
      expect([name, declared]).toEqual([name, [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)]);
      for (const response of Object.values(operation.responses)) expect(response.description).not.toBe('');
    }
  });

  it('says how each route is opened, and what every refusal looks like', async () => {
    const found = await document();
    expect(Object.keys(found.components.securitySchemes).sort()).toEqual(['partner', 'user', 'wallet']);
    const known = new Set<number>([...Object.values(STATUS_OF), 200, 201]);
    for (const [name, operation] of operations(found)) {
      const statuses = Object.keys(operation.responses).map(Number);
      for (const status of statuses) expect([name, known.has(status)]).toEqual([name, true]);
      if (name.includes('/health')) continue;
      expect([name, statuses]).toEqual([name, expect.arrayContaining([429, 500])]);
      if (operation.security.length > 0) {
        expect([name, statuses]).toEqual([name, expect.arrayContaining([400, 401, 403, 429, 500, 503])]);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        expect([name, status, response.content?.['application/json']?.schema]).toEqual([
          name,
          status,
          expect.any(Object),
        ]);
      }
    }
  });

  it('has an example of every answer and every body', async () => {
    const { components } = await document();
    for (const name of ['IssuedToken', 'QuoteAnswer', 'CreatedIntent', 'UserAnswer', 'ErrorAnswer', 'CatalogAnswer']) {
      expect([name, components.schemas[name]]).toEqual([
        name,
        expect.objectContaining({ example: expect.any(Object) }),
      ]);
    }
  });
});

describe('the docs page', () => {
  it('comes whole from this service, under a policy that allows nothing else', async () => {
    const page = await request(world.app).get('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(page.text).not.toMatch(/<script>|onload=/);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBe(4);
    for (const link of links) {
      const file = await request(world.app).get(link);
      expect([link, file.status]).toEqual([link, 200]);
      expect(file.headers['x-content-type-options']).toBe('nosniff');
    }
    const start = await request(world.app).get('/docs/start.js');
    expect(start.headers['content-type']).toMatch(/^text\/javascript/);
    expect(start.text).toContain("url: '/openapi.json'");
  });
});
