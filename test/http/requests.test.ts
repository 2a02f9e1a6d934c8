import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import request from 'supertest';
import { createHttpServer } from '../../src/http/server';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from './world';

let world: HttpWorld;
let partner: Partner;
let user: User;
let server: Server;

jest.setTimeout(30_000);

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  server = createHttpServer(world.app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});

const raw = (body: string | Buffer, type = 'application/json') =>
  request(server)
    .post('/api/v1/cashout/quote')
    .set('Authorization', `Bearer ${user.token}`)
    .set('Content-Type', type)
    .serialize((text: unknown) => text as string)
    .send(body as string);

/** Sends bytes as they are, and answers everything that comes back until the server closes or says enough. */
const overSocket = async (text: string): Promise<string> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (/\r\n\r\n[\s\S]*\}$/.test(answer)) break;
  }
  socket.destroy();
  return answer;
};

describe('bodies', () => {
  const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const keys = (count: number): string =>
    `{${Array.from({ length: count }, (_value, index) => `"k${index}":1`).join(',')}}`;

  it.each([
    ['half an object', '{"assetId":202'],
    ['no JSON', 'hello'],
    ['a comma too many', '{"assetId":202,}'],
    ['NaN', '{"amount":NaN}'],
    ['hexadecimal', '{"amount":0x10}'],
    ['a key twice', '{"assetId":202,"assetId":201}'],
    ['a key twice, once escaped', '{"assetId":202,"asset\\u0049d":201}'],
    ['a key twice further in', '{"a":[{"b":{"c":1,"c":2}}]}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['constructor', '{"a":{"constructor":1}}'],
    ['prototype, escaped', '{"\\u0070rototype":1}'],
    ['a number too large', '{"assetId":12345678901234567890}'],
    ['a number one off', '{"assetId":9007199254740993}'],
    ['an infinite number', '{"amount":1E400}'],
    ['a number that vanishes', '{"amount":1e-400}'],
    ['too many digits', '{"amount":0.1000000000000000055511151231257827}'],
    ['half a surrogate pair', '{"invoiceCode":"\\ud800"}'],
    ['the other half', '{"invoiceCode":"\\udc00\\ud800"}'],
    ['half a pair in a key', '{"\\ud800":1}'],
    ['a byte order mark', '\ufeff{"assetId":202}'],
    ['33 levels', deep(33)],
    ['50,000 levels', deep(50_000)],
    ['1,001 keys', keys(1001)],
  ])('%s is not valid, and names no field', async (_what, body) => {
    const answer = await raw(body);
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        ok: false,
        success: false,
        error: { code: 'VALIDATION_ERROR', messages: [expect.any(String)], fieldErrors: {} },
        requestId: answer.headers['x-request-id'],
      },
    ]);
  });

  it('that are not UTF-8 are not valid', async () => {
    const answer = await raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each(['[]', '1', '"text"', 'null', 'true'])('%s is no object', async (body) => {
    const answer = await raw(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('may write a number in any way that keeps its value', async () => {
    for (const amount of ['30', '30.00', '3e1', '3.0E+1', '300e-1']) {
      const body = `{"assetId":202,"invoiceCode":${JSON.stringify(FIXED_CODE)},"amount":${amount}}`;
      expect([amount, (await raw(body)).status]).toEqual([amount, 200]);
    }
  });

  it('may have 32 levels and 1,000 keys', async () => {
    for (const body of [deep(32), keys(1000)]) {
      expect(JSON.stringify((await raw(body)).body)).not.toMatch(/levels|1000 keys/);
    }
  });

  it('are JSON in UTF-8, uncompressed, or 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const answer = await raw('{}', type);
      expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
    expect((await raw('{}', 'application/json; charset=UTF-8')).status).toBe(400);
    const packed = await raw('{}').set('Content-Encoding', 'gzip');
    expect(packed.status).toBe(415);
  });

  it('are at most 100 kB, announced or not', async () => {
    const answer = await raw(`{"invoiceCode":"${'x'.repeat(102_400)}"}`);
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const chunked = await overSocket(
      `POST /api/v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    const announced = await overSocket(
      'POST /api/v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n',
    );
    expect(announced).toMatch(/^HTTP\/1\.1 413 [\s\S]*Connection: close/);
  });

  it('may be chunked and empty, without a type, but not with bytes', async () => {
    const head = `POST /api/v1/partners/me/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${partner.apiKey}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await overSocket(`${head}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 201 /);
    expect(await overSocket(`${head}2\r\n{}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('are looked at only once the caller is known, and their size before that', async () => {
    const unknown = request(server).post('/api/v1/cashout/quote').set('Content-Type', 'application/json');
    expect((await unknown.send('{"a":')).status).toBe(401);
    const large = request(server).post('/api/v1/cashout/quote').set('Content-Type', 'text/plain');
    expect((await large.send('x')).status).toBe(415);
  });
});

describe('paths', () => {
  it('that are unknown, or known with another method, are 404', async () => {
    const answers = await Promise.all([
      request(server).get('/'),
      request(server).get('/api/v1/nope'),
      request(server).get('/api/v2/users'),
      request(server).get('/api/v1//users'),
      request(server).delete('/api/v1/users'),
      request(server).put('/api/v1/auth/token').send({}),
      request(server).get('/api/v1/cashout/quote'),
      request(server).options('/api/v1/users'),
      request(server).post('/health'),
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

  it('with broken escapes are not valid, and never HTML', async () => {
    const answer = await request(server).get('/api/v1/users/%zz').set('Authorization', `Bearer ${partner.apiKey}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('without their version lead to the versioned route, by its template', async () => {
    const to = async (method: 'get' | 'head' | 'post' | 'patch' | 'delete', path: string) => {
      const answer = await request(server)[method](path).redirects(0);
      return [answer.status, answer.headers['location']];
    };
    expect(await to('get', '/api/cashout/intents?limit=5&cursor=a%20b')).toEqual([
      301,
      '/api/v1/cashout/intents?limit=5&cursor=a%20b',
    ]);
    expect(await to('head', '/api/accepted-cryptos')).toEqual([301, '/api/v1/accepted-cryptos']);
    expect(await to('post', '/api/auth/token')).toEqual([308, '/api/v1/auth/token']);
    expect(await to('patch', '/api/users/a%2Fb/kyc')).toEqual([308, '/api/v1/users/a%2Fb/kyc']);
    expect(await to('delete', '/api/partners/me/webhook-config')).toEqual([308, '/api/v1/partners/me/webhook-config']);
    expect(await to('get', '/api/users/%2F%2Fevil.example')).toEqual([301, '/api/v1/users/%2F%2Fevil.example']);
  });

  it.each([
    '/api//evil.example',
    '/api/\\evil.example',
    '/api/%2F%2Fevil.example',
    '/api/health',
    '/api/nothing',
  ])('%s leads nowhere', async (path) => {
    const answer = await request(server).get(path).redirects(0);
    expect([answer.status, answer.headers['location']]).toEqual([404, undefined]);
  });
});

describe('answers', () => {
  it('carry an id: our own, or the caller’s when it is harmless', async () => {
    const ask = (id: string) => request(server).get('/health/live').set('X-Request-Id', id);
    expect((await ask('abc-123')).headers['x-request-id']).toBe('abc-123');
    for (const id of ['a b', 'x'.repeat(65), '<script>', 'a_b']) {
      expect((await ask(id)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('are not stored, not sniffed, and do not say what made them', async () => {
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

  it('to HEAD have no body', async () => {
    const answer = await request(server).head('/api/v1/accepted-cryptos');
    expect([answer.status, answer.text]).toEqual([200, undefined]);
  });
});

describe('the server', () => {
  it('limits how long a request may take to arrive', () => {
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 15_000]);
  });

  it('refuses what is not HTTP', async () => {
    expect(await overSocket('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});
