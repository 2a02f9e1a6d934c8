import { once } from 'node:events';
import request from 'supertest';
import type { HttpDeps } from '../../../src/http/deps';
import { holdTimers } from '../../doubles/held-timers';
import { type Listening, listen } from '../over-socket';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;
let http: Listening;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  http = await listen(world.app);
});
afterAll(async () => {
  http.close();
  await world.close();
});

const raw = (body: string | Buffer, type = 'application/json') =>
  request(http.server)
    .post('/api/v1/cashout/quote')
    .set('Authorization', `Bearer ${user.token}`)
    .set('Content-Type', type)
    .serialize((text: unknown) => text as string)
    .send(body as string);

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
    ['a NUL', '{"externalId":"a\\u0000b"}'],
    ['a NUL in a key', '{"\\u0000":1}'],
    ['an exponent of 5 digits', '{"amount":1e-00002}'],
    ['a byte order mark', '\ufeff{"assetId":202}'],
    ['33 levels', deep(33)],
    ['50,000 levels', deep(50_000)],
    ['1,001 keys', keys(1001)],
  ])('are refused without the name of a field: %s', async (_what, body) => {
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

  it('are refused when they are not in UTF-8', async () => {
    const answer = await raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each(['[]', '1', '"text"', 'null', 'true'])('are refused when they are not an object: %s', async (body) => {
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

  it('are refused with 415 unless they are uncompressed JSON in UTF-8', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const answer = await raw('{}', type);
      expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
    for (const charset of ['UTF-8', 'utf8', '"utf8"']) {
      expect((await raw('{}', `application/json; charset=${charset}`)).status).toBe(400);
    }
    const packed = await raw('{}').set('Content-Encoding', 'gzip');
    expect(packed.status).toBe(415);
  });

  it('are at most 100 kB, with or without a stated length', async () => {
    const answer = await raw(`{"invoiceCode":"${'x'.repeat(102_400)}"}`);
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const chunked = await http.overSocket(
      `POST /api/v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    const announced = await http.overSocket(
      'POST /api/v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n',
    );
    expect(announced).toMatch(/^HTTP\/1\.1 413 [\s\S]*Connection: close/);
  });

  it('may be chunked and empty without a type, but not with bytes', async () => {
    const head = `POST /api/v1/partners/me/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${partner.apiKey}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await http.overSocket(`${head}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 201 /);
    expect(await http.overSocket(`${head}2\r\n{}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('may arrive slowly, because the 3 s begin with the complete request', async () => {
    holdTimers();
    const waitUntilApplied: HttpDeps['waitUntilApplied'] = async (...asked) => {
      jest.advanceTimersByTime(2_899);
      return world.deps.waitUntilApplied(...asked);
    };
    const slow = await listen(world.appWith({ waitUntilApplied }));
    const socket = slow.connection();
    const head = `POST /api/v1/partners/me/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${partner.apiKey}`;
    socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`);
    await once(slow.server, 'request');
    jest.advanceTimersByTime(10_000);
    socket.write('{}');
    const [answer] = await once(socket, 'data');
    jest.useRealTimers();
    slow.close();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('are read only after the authentication, and their size before it', async () => {
    const unknown = request(http.server).post('/api/v1/cashout/quote').set('Content-Type', 'application/json');
    expect((await unknown.send('{"a":')).status).toBe(401);
    const large = request(http.server).post('/api/v1/cashout/quote').set('Content-Type', 'text/plain');
    expect((await large.send('x')).status).toBe(415);
  });
});
