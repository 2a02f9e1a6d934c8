import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { createPartnerRequests } from '../../../infra/http/requests/partner-requests';
import { createMetrics } from '../../../infra/metrics/metrics';
import type { EndedRequest, RequestWatch } from '../../../src/http/request-watch';
import { seriesOf } from '../../infra/metrics/series';
import { type Listening, listen } from '../over-socket';
import { createWorld, type HttpWorld, type Partner, silent } from '../world';

describe('finished requests', () => {
  let world: HttpWorld;
  let partner: Partner;
  let served: Listening | null = null;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  beforeAll(async () => {
    world = await createWorld();
    partner = await world.partner();
  });
  afterEach(() => served?.close());
  afterAll(async () => {
    agent.destroy();
    await world.close();
  });

  const ask = async (
    path: string,
    { method = 'GET', token = '', body = '' } = {},
    headers: Record<string, string> = {},
  ): Promise<number> => {
    const { port } = served!.server.address() as AddressInfo;
    const all = {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const asked = request({ host: '127.0.0.1', port, path, method, headers: all, agent });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? 0;
  };

  /** The application with an observer of requests; `heard` resolves with the next `count` of them. */
  const watched = async (follow: RequestWatch['follow'] = null) => {
    const ended: EndedRequest[] = [];
    const waiting = { wake: (): void => undefined };
    const watch: RequestWatch = {
      ended: (request) => {
        ended.push(request);
        waiting.wake();
      },
      follow,
    };
    served = await listen(world.appWith({ requestWatch: watch }));
    const heard = async (count: number): Promise<readonly EndedRequest[]> => {
      while (ended.length < count)
        await new Promise<void>((resolve) => {
          waiting.wake = resolve;
        });
      return ended;
    };
    return { heard };
  };

  test('are reported by the template of their route, and at most by their partner', async () => {
    const { heard } = await watched();
    const pubkey = '0x00000000000000000000000000000000000000aa';
    const path = '/api/v1/users/9f0c7a1e-0000-4000-8000-000000000001?pubkey=0xaa';
    expect(await ask(path, { token: partner.apiKey }, { 'x-request-id': 'asked-1' })).toBe(400);
    const body = JSON.stringify({ pubkey, blockchain: 'ethereum', externalUserId: 'ana' });
    expect(await ask('/api/v1/users', { method: 'POST', token: partner.apiKey, body })).toBe(201);
    expect(await ask('/api/v1/users', { token: 'sk_live_wrong' })).toBe(401);
    const all = await heard(3);
    const { partnerId } = partner;
    expect(all).toEqual([
      {
        ...{ requestId: 'asked-1', method: 'GET', route: '/api/v1/users/:userId', status: 400, partnerId },
        ...{ mode: partner.mode, code: 'VALIDATION_ERROR' },
        durationMs: expect.any(Number),
      },
      expect.objectContaining({ method: 'POST', route: '/api/v1/users', status: 201, partnerId }),
      expect.objectContaining({ method: 'GET', route: '/api/v1/users', status: 401, partnerId: null }),
    ]);
    for (const secret of [pubkey, 'ana', '9f0c7a1e', partner.apiKey]) expect(JSON.stringify(all)).not.toContain(secret);
  });

  test.each<[string, string, object, Partial<EndedRequest>]>([
    ['a path that nobody knows', '/wp-login.php?user=ana', {}, { route: null, status: 404 }],
    ['a path that is no text', '/api/v1/users/%ff', {}, { status: 400 }],
    ['a route asked for without its version', '/api/users', {}, { route: '/api/users', status: 301 }],
    ['a body of another type', '/api/v1/users', { method: 'POST', body: 'x' }, { route: null, status: 415 }],
    ['the docs', '/docs', {}, { route: '/docs', status: 200 }],
    ['health', '/health/live', {}, { route: '/health/live', status: 200 }],
    ['a method that no route has', '/api/v1/users', { method: 'PUT' }, { route: '/api/v1/users', status: 401 }],
  ])('are reported for %s', async (_what, path, options, expected) => {
    const { heard } = await watched();
    const headers: Record<string, string> = 'body' in options ? { 'content-type': 'text/plain' } : {};
    const status = await ask(path, options, headers);
    const [request] = await heard(1);
    expect(request).toMatchObject({ ...expected, status });
  });

  test('are reported as 499 when the caller disconnects before the answer', async () => {
    const { heard } = await watched();
    const connection = served!.connection();
    connection.write(
      'POST /api/v1/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{',
    );
    await once(served!.server, 'request');
    connection.destroy();
    expect(await heard(1)).toEqual([expect.objectContaining({ method: 'POST', status: 499, partnerId: null })]);
  });

  test('are listed for their partner and mode when they are a POST or failed, newest first', async () => {
    const requests = createPartnerRequests(world.pool, world.clock, silent);
    const waiting = { count: 0, wake: (): void => undefined };
    const ended = (request: EndedRequest): void => {
      requests.note(request);
      waiting.count += 1;
      waiting.wake();
    };
    served = await listen(world.appWith({ requestWatch: { ended, follow: null } }));
    const own = await world.partner();
    const { apiKey: token } = own;
    const sent = { method: 'POST', token, body: JSON.stringify({ externalUserId: 'canary-ana' }) };
    for (const options of [sent, { token }, { method: 'POST', token: partner.apiKey, body: '{}' }]) {
      await ask('/api/v1/users', options);
    }
    await ask('/api/v1/users/canary-path', { token });
    while (waiting.count < 4) {
      await new Promise<void>((resolve) => {
        waiting.wake = resolve;
      });
    }
    await requests.close();
    const list = (query: string, key = token) =>
      supertest(world.app).get(`/api/v1/partners/me/requests?${query}`).set('Authorization', `Bearer ${key}`);
    const { body, text } = await list('');
    expect(body.data).toMatchObject([
      { method: 'GET', route: '/api/v1/users/:userId', status: 404, code: 'USER_NOT_FOUND', at: world.clock.iso() },
      { method: 'POST', route: '/api/v1/users', status: 201, code: null },
    ]);
    expect(text).not.toContain('canary');
    const { number } = body.data[0];
    expect((await list(`limit=1&cursor=${number}`)).body.data).toEqual([body.data[1]]);
    expect((await list('cursor=x')).status).toBe(400);
    expect((await list('', partner.apiKey)).body.data).toMatchObject([{ method: 'POST', status: 400 }]);
  });

  test('make one series for a thousand unknown paths', async () => {
    const { requestEnded, page } = createMetrics();
    const waiting = { count: 0, wake: (): void => undefined };
    const all = new Promise<void>((resolve) => {
      waiting.wake = resolve;
    });
    const ended = (request: EndedRequest): void => {
      requestEnded(request);
      waiting.count += 1;
      if (waiting.count === 1_000) waiting.wake();
    };
    served = await listen(world.appWith({ requestWatch: { ended, follow: null } }));
    const paths = Array.from({ length: 1_000 }, (_, index) => `/api/v1/${index}/users/user-${index}?index=${index}`);
    await Promise.all(paths.map((path) => ask(path)));
    await all;
    const series = seriesOf(await page([], { warn: () => undefined }).text());
    const requests = series.filter((line) => line.startsWith('lastro_http_requests_total'));
    expect(requests).toEqual(['lastro_http_requests_total{method="GET",route="unmatched",code="404"} 1000']);
    expect(series.filter((line) => line.startsWith('lastro_http_'))).toHaveLength(1 + 12 + 2);
  });
});
