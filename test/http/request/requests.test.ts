import type { Server } from 'node:http';
import request from 'supertest';
import { type Listening, listen } from '../over-socket';
import { createWorld, type HttpWorld, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;
let http: Listening;
let server: Server;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  http = await listen(world.app);
  ({ server } = http);
});
afterAll(async () => {
  http.close();
  await world.close();
});

const ask = (method: string, path: string): request.Test => new request.Test(server, method, path);

describe('paths', () => {
  it('answer 404 when they are unknown', async () => {
    const answers = await Promise.all([
      request(server).get('/'),
      request(server).get('/api/v1/nope'),
      request(server).get('/api/v2/users'),
      request(server).get('/api/v1//users'),
      request(server).get('/docs/../package.json'),
      request(server).get('/docs/index.html'),
    ]);
    for (const answer of answers) {
      const { requestId } = answer.body;
      expect([answer.status, answer.body]).toEqual([
        404,
        { success: false, error: 'Not found', code: 'NOT_FOUND', requestId },
      ]);
    }
  });

  it.each([
    ['POST', '/health', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/validate-code', 'POST'],
    ['DELETE', '/api/v1/links/0123', 'GET, HEAD'],
    ['POST', '/docs', 'GET, HEAD'],
    ['PUT', '/receipts/0123', 'GET, HEAD'],
    ['GET', '/webhooks/bank/sandbox', 'POST'],
  ])('answer 405 to another method, %s %s', async (method, path, allow) => {
    const answer = await ask(method, path);
    expect([answer.status, answer.headers['allow'], answer.body.code]).toEqual([405, allow, 'METHOD_NOT_ALLOWED']);
  });

  it.each([
    ['PUT', '/api/v1/users', 'GET, HEAD, POST'],
    ['HEAD', '/api/v1/auth/token', 'POST'],
    ['GET', '/api/v1/partners/me/links/0123', 'DELETE'],
  ])('answer 405 to another method once the caller is known, %s %s', async (method, path, allow) => {
    const stranger = await ask(method, path);
    expect([stranger.status, stranger.headers['allow']]).toEqual([401, undefined]);
    const { apiKey } = await world.partner();
    const known = await ask(method, path).set('Authorization', `Bearer ${apiKey}`);
    expect([known.status, known.headers['allow']]).toEqual([405, allow]);
  });

  it('answer 404 when they contain NUL', async () => {
    const asked = [request(world.app).get('/api/v1/users/%00'), request(world.app).patch('/api/v1/users/a%00b/kyc')];
    for (const asking of asked) {
      const answer = await asking.set('Authorization', `Bearer ${partner.apiKey}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('refuse NUL in their query', async () => {
    const answer = await request(world.app)
      .get('/api/v1/cashout/intents?cursor=%00')
      .set('Authorization', `Bearer ${user.token}`);
    expect([answer.status, answer.body.error.fieldErrors]).toEqual([400, { cursor: 'has a NUL' }]);
  });

  it('refuse broken escapes, and never in HTML', async () => {
    const answer = await request(server).get('/api/v1/users/%zz').set('Authorization', `Bearer ${partner.apiKey}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('answers', () => {
  it('have an id: our own, or the caller’s valid id', async () => {
    const ask = (id: string) => request(server).get('/health/live').set('X-Request-Id', id);
    expect((await ask('abc-123')).headers['x-request-id']).toBe('abc-123');
    for (const id of ['a b', 'x'.repeat(65), '<script>', 'a_b']) {
      expect((await ask(id)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('are neither stored nor sniffed, and hide the software', async () => {
    const answers = await Promise.all([
      request(server).get('/health/live'),
      request(server).get('/api/v1/users').set('Authorization', `Bearer ${partner.apiKey}`),
      request(server).get('/nowhere'),
    ]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['etag']).toBeUndefined();
    }
  });

  it('are sent completely, even to a caller that already has a copy', async () => {
    for (const condition of [
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': new Date(Date.UTC(2100, 0)).toUTCString() },
    ]) {
      const answer = await request(server).get('/api/v1/accepted-cryptos').set(condition);
      expect([condition, answer.status, answer.body.success]).toEqual([condition, 200, true]);
    }
  });

  it('have no body after HEAD', async () => {
    const answer = await request(server).head('/api/v1/accepted-cryptos');
    expect([answer.status, answer.text]).toEqual([200, undefined]);
  });
});

describe('the server', () => {
  it('limits how long a request may take to arrive', () => {
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 15_000]);
  });

  it.each([
    ['http://evil.example/health/live', 200],
    ['http://[::1/health/live', 200],
    ['http://evil.example', 404],
    ['http://evil.example?a=b', 404],
    ['http://xn--a/nowhere', 404],
    ['other://evil.example', 404],
    ['mailto://evil.example', 404],
    ['//evil.example/health/live', 404],
  ])('answers a target with a server name, %s, by its path and in JSON', async (target, status) => {
    const answer = await http.overSocket(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*Content-Type: application/json`));
    expect(answer).toMatch(/X-Request-Id: /);
  });

  it.each(['Host: a\r\nHost: b', 'Host: a\r\nhost: a'])('refuses two Host lines, %j', async (lines) => {
    const answer = await http.overSocket(`GET /health/live HTTP/1.1\r\n${lines}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*Connection: close/);
  });

  it('refuses bytes that are not HTTP', async () => {
    expect(await http.overSocket('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});
