import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import request from 'supertest';
import { clockOf } from '../../../infra/clock';
import vectors from '../../data/hmac-vectors.json';
import { expectInvalid, expectProblem } from '../expect-problem';
import { headerOf, keyOf, type Signing, signatureOf, signedRequests } from '../sign';
import { httpSuite } from '../suite';

const suite = httpSuite();

const { now, signing, send } = signedRequests(() => ({ world: suite.world, partner: suite.partner }));
const KEYS = '/api/v1/partners/me/api-keys';
const TOKEN = '/api/v1/auth/token';

const expectUnauthorized = (answer: request.Response): void => expectProblem(answer, 401, 'UNAUTHORIZED');

describe('the vectors', () => {
  const { partnerId, secret, timestamp, nonce, accepted, refused } = vectors;
  const signingKey = keyOf(secret, partnerId);
  const appOf = (): Express =>
    suite.world.appWith({
      clock: clockOf(() => timestamp * 1_000),
      nonces: { claim: async () => true },
      credentials: {
        ...suite.world.deps.credentials,
        signers: async () => [
          {
            signingKey,
            holder: {
              partner_id: partnerId,
              mode: 'sandbox',
              partner_status: 'ACTIVE',
              ip_allowlist: [],
              requests_per_minute: null,
            },
          },
        ],
      },
    });
  const headerWith = (signature: string): string =>
    `HMAC-SHA256 partnerId=${partnerId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`;

  it('have this signing key', () => {
    expect(signingKey).toBe(vectors.signingKey);
  });

  it.each(accepted)('$name is accepted', async ({ signature, method, path, body, signedBody }) => {
    expect(signatureOf({ partnerId, signingKey, method, path, signedBody, timestamp, nonce })).toBe(signature);
    const answer = await send(headerWith(signature), { method, path, body, app: appOf() });
    expect(answer.status).toBe(method === 'GET' ? 200 : 404);
  });

  it(`${refused.name} is refused`, async () => {
    const [first] = accepted;
    if (first === undefined) throw new Error('there are vectors');
    const decoded = Buffer.from(signingKey, 'hex');
    const signature = signatureOf({ ...first, partnerId, signingKey: decoded, timestamp, nonce });
    expect(signature.slice(0, 8)).toBe(refused.signatureStart);
    expectUnauthorized(await send(headerWith(signature), { ...first, app: appOf() }));
  });
});

describe('a signed request', () => {
  it('is accepted on every partner route that an API key opens, with the mode of its secret', async () => {
    expect((await send(headerOf(signing()))).status).toBe(200);
    expect((await send(headerOf(signing({ path: '/api/v1/users' })), { path: '/api/v1/users' })).status).toBe(200);
    const created = await send(headerOf(signing({ method: 'POST', signedBody: '{}' })), { method: 'POST' });
    expect(created.status).toBe(201);
    const listed = await request(suite.world.app).get(KEYS).set('Authorization', `Bearer ${created.body.data.apiKey}`);
    expect(listed.body.data).toHaveLength(2);
  });

  it('may have an unsigned query when it reads', async () => {
    const path = '/api/v1/users';
    expect((await send(headerOf(signing({ path })), { path: `${path}?limit=1` })).status).toBe(200);
  });

  it.each(['POST', 'DELETE'])('must have no query when it writes (%s)', async (method) => {
    const path = method === 'POST' ? TOKEN : '/api/v1/partners/me/webhook-config';
    const header = headerOf(signing({ method, path }));
    expectInvalid(await send(header, { method, path: `${path}?uid=abc` }), []);
    const wrong = headerOf(signing({ method, path, signingKey: 'wrong' }));
    expectUnauthorized(await send(wrong, { method, path: `${path}?uid=abc` }));
  });

  it('opens no route of an end user', async () => {
    const path = '/api/v1/cashout/intents';
    expectUnauthorized(await send(headerOf(signing({ path })), { path }));
  });

  it('has the mode of its secret', async () => {
    const live = await suite.world.partner('live');
    const answer = await send(headerOf(signing({}, live)));
    expect(answer.status).toBe(200);
    const { userId } = await suite.world.user(live, 'PENDING');
    const path = `/api/v1/users/${userId}`;
    expect((await send(headerOf(signing({ path }, live)), { path })).status).toBe(200);
    expectProblem(await send(headerOf(signing({ path })), { path }), 404, 'USER_NOT_FOUND');
  });

  it.each([-300, 300])('may be %d s away from our clock', async (seconds) => {
    expect((await send(headerOf(signing({ timestamp: now() + seconds })))).status).toBe(200);
  });

  it.each([-301, 301, -1_000_000])('may not be %d s away', async (seconds) => {
    expectUnauthorized(await send(headerOf(signing({ timestamp: now() + seconds }))));
  });
});

describe('a refused signature or request', () => {
  it.each<[string, Partial<Signing>]>([
    ['another method', { method: 'POST' }],
    ['another path', { path: '/api/v1/users' }],
    ['another spelling of the path', { path: KEYS.toUpperCase() }],
    ['a path with the query', { path: `${KEYS}?limit=1` }],
    ['another body', { signedBody: '{"a":1}' }],
    ['another key', { signingKey: keyOf('another secret', 'p') }],
    ['the secret itself as the key', { signingKey: 'secret' }],
    ['an unknown partner', { partnerId: randomUUID() }],
  ])('is a signature over %s', async (_what, changes) => {
    expectUnauthorized(await send(headerOf(signing(changes))));
  });

  it("is a signature with another partner's key", async () => {
    const other = await suite.world.partner();
    expectUnauthorized(await send(headerOf(signing({ partnerId: other.partnerId }))));
    expectUnauthorized(await send(headerOf(signing({ signingKey: keyOf(suite.partner.hmacSecret, other.partnerId) }))));
  });

  it('is a request whose method, path, body, time or nonce was changed', async () => {
    const header = headerOf(signing({ method: 'POST', path: TOKEN, signedBody: '{"uid":"abc"}' }));
    const swapped = [
      send(header, { method: 'GET', path: TOKEN }),
      send(header, { method: 'POST', path: '/api/v1/users', body: '{"uid":"abc"}' }),
      send(header, { method: 'POST', path: TOKEN, body: '{"uid":"abd"}' }),
      send(header, { method: 'POST', path: TOKEN }),
      send(header.replace(`${now()}`, `${now() - 1}`), { method: 'POST', path: TOKEN, body: '{"uid":"abc"}' }),
      send(header.replace(/nonce=.{4}/, 'nonce=0000'), { method: 'POST', path: TOKEN, body: '{"uid":"abc"}' }),
    ];
    for (const answer of (await Promise.all(swapped)).slice(1)) expectUnauthorized(answer);
    const good = await send(header, { method: 'POST', path: TOKEN, body: '{"uid":"abc"}' });
    expectProblem(good, 404, 'USER_NOT_FOUND');
  });

  it('is a request signed twice, in one header or in two', async () => {
    const header = headerOf(signing());
    const twice = `${header},signature=${signatureOf(signing())}`;
    expectUnauthorized(await send(twice));
    expectUnauthorized(await send([header, header]));
    expectUnauthorized(await send([header, `Bearer ${suite.partner.apiKey}`]));
    expectUnauthorized(await send(header.replace('signature=', 'mode=live,signature=')));
    expectUnauthorized(await send(header.replace(/,/g, ', ')));
    expect((await send(header)).status).toBe(200);
  });
});
