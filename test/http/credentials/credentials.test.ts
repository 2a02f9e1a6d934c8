import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import request from 'supertest';
import { clockOf } from '../../../infra/clock';
import { createTokens } from '../../../infra/security/tokens';
import { createWorld, FIXED_CODE, type HttpWorld, JWT_KEYS, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
});
afterAll(() => world.close());

const bodyOf = ({ status, text, headers }: request.Response): readonly [number, string, string | undefined] => [
  status,
  text.replace(headers['x-request-id'] ?? 'none', '<id>'),
  headers['www-authenticate'],
];

const REFUSED = [401, '{"success":false,"error":"Unauthorized","code":"UNAUTHORIZED","requestId":"<id>"}', 'Bearer'];

describe('every wrong credential has the same answer, byte for byte', () => {
  it('for a partner', async () => {
    const revoked = await request(world.app)
      .post('/api/v1/partners/me/api-keys')
      .set('Authorization', `Bearer ${partner.apiKey}`);
    const { keyId, apiKey } = revoked.body.data;
    await request(world.app)
      .post(`/api/v1/partners/me/api-keys/${keyId}/revoke`)
      .set('Authorization', `Bearer ${partner.apiKey}`);
    const hmac = `HMAC-SHA256 partnerId=${partner.partnerId},timestamp=1750000000,nonce=abcdefghijklmnop,signature=${'0'.repeat(64)}`;
    const credentials = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${apiKey}`,
      `Bearer sk_live_${'0'.repeat(64)}`,
      'Bearer sk_live_short',
      `Bearer  ${partner.apiKey}`,
      `Bearer ${partner.apiKey} x`,
      `Bearer ${partner.apiKey.toUpperCase()}`,
      `Basic ${partner.apiKey}`,
      hmac,
      `Bearer ${user.token}`,
    ];
    for (const credential of credentials) {
      const ask = request(world.app).get('/api/v1/users');
      const answer = await (credential === undefined ? ask : ask.set('Authorization', credential));
      expect([credential, bodyOf(answer)]).toEqual([credential, REFUSED]);
    }
  });

  it('for two credentials at once', async () => {
    const twice = [`Bearer ${partner.apiKey}`, `Bearer ${partner.apiKey}`];
    const answer = await request(world.app)
      .get('/api/v1/users')
      .set('Authorization', twice as unknown as string);
    expect(bodyOf(answer)).toEqual(REFUSED);
  });

  it('for an end user', async () => {
    const { clock } = world;
    const claims = { pubkey: user.pubkey, uid: user.userId, partnerId: partner.partnerId, mode: 'sandbox' as const };
    const tokens = (changes: object) =>
      createTokens({ keys: JWT_KEYS, issuer: 'lastro', audience: 'v1', clock, ...changes });
    const [header = '', payload = '', signature = ''] = user.token.split('.');
    const hand = (changes: object, protectedHeader: object = {}) =>
      new SignJWT({
        ...claims,
        iat: clock.now() / 1000,
        exp: clock.now() / 1000 + 60,
        iss: 'lastro',
        aud: 'v1',
        ...changes,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'first', ...protectedHeader })
        .sign(JWT_KEYS.signing.key);
    const unsigned = [Buffer.from('{"alg":"none","typ":"at+jwt","kid":"first"}').toString('base64url'), payload, ''];
    const credentials: Record<string, string> = {
      apiKey: partner.apiKey,
      garbage: 'garbage',
      otherInstance: await tokens({ issuer: 'other' }).sign(claims, 60),
      walletSurface: await tokens({ audience: 'wallet' }).sign(claims, 60),
      bothSurfaces: await hand({ aud: ['v1', 'wallet'] }),
      expired: await tokens({ clock: clockOf(() => clock.now() - 61_000) }).sign(claims, 60),
      fromTheFuture: await tokens({ clock: clockOf(() => clock.now() + 120_000) }).sign(claims, 60),
      withoutEnd: await hand({ exp: undefined }),
      otherType: await hand({}, { typ: 'JWT' }),
      otherKey: await hand({}, { kid: 'second' }),
      withoutKey: await hand({}, { kid: undefined }),
      ownKey: await hand({}, { jku: 'https://evil.example' }),
      otherAlgorithm: await hand({}, { alg: 'HS512' }).catch(() => 'x.y.z'),
      otherMode: await hand({ mode: 'live' }),
      otherPartner: await hand({ partnerId: '0f8fad5b-d9cb-469f-a165-70867728950e' }),
      unknownUser: await hand({ uid: '0f8fad5b-d9cb-469f-a165-70867728950e' }),
      numericUser: await hand({ uid: 7 }),
      unsigned: unsigned.join('.'),
      emptySignature: `${header}.${payload}.`,
      otherSignature: `${header}.${payload}.${createHmac('sha256', 'x').update(`${header}.${payload}`).digest('base64url')}`,
      paddedSignature: `${user.token}=`,
      otherSpelling: `${header}.${payload}.${sameBytes(signature)}`,
      tooLong: `${user.token}${'a'.repeat(9_000)}`,
    };
    for (const [name, credential] of Object.entries(credentials)) {
      const answer = await request(world.app)
        .get('/api/v1/cashout/intents')
        .set('Authorization', `Bearer ${credential}`);
      expect([name, bodyOf(answer)]).toEqual([name, REFUSED]);
    }
    const good = await request(world.app)
      .get('/api/v1/cashout/intents')
      .set('Authorization', `Bearer ${await hand({})}`);
    expect(good.status).toBe(200);
  });
});

/** Another last character whose dropped bits differ: lenient decoders read the same bytes. */
const sameBytes = (signature: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(signature.slice(-1));
  return `${signature.slice(0, -1)}${alphabet[last ^ 1] ?? ''}`;
};

describe('tenants', () => {
  it("do not see each other's objects: the answer is that for a random id", async () => {
    const other = await world.partner();
    const stranger = await world.user(other);
    const neighbour = await world.user(partner);
    const asOwner = { Authorization: `Bearer ${user.token}` };
    const quoted = await request(world.app)
      .post('/api/v1/cashout/quote')
      .set(asOwner)
      .send({ assetId: 202, invoiceCode: FIXED_CODE });
    const { quoteId } = quoted.body.data;
    const created = await request(world.app).post('/api/v1/cashout/intent').set(asOwner).send({ quoteId });
    const { intentId } = created.body.data;
    const randomId = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const randomIntent = 'bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4';
    for (const token of [stranger.token, neighbour.token]) {
      const as = { Authorization: `Bearer ${token}` };
      const get = async (path: string) => bodyOf(await request(world.app).get(path).set(as));
      const post = async (body: object) =>
        bodyOf(await request(world.app).post('/api/v1/cashout/intent').set(as).send(body));
      expect(await get(`/api/v1/cashout/intent/${intentId}`)).toEqual(
        await get(`/api/v1/cashout/intent/${randomIntent}`),
      );
      expect(await get(`/api/v1/cashout/quote/${quoteId}`)).toEqual(await get(`/api/v1/cashout/quote/${randomId}`));
      expect(await post({ quoteId })).toEqual(await post({ quoteId: randomId }));
      expect((await get(`/api/v1/cashout/intent/${intentId}`))[0]).toBe(404);
      expect((await get(`/api/v1/cashout/intents?cursor=${intentId}`))[0]).toBe(400);
      expect((await get(`/api/v1/cashout/intents?quoteId=${quoteId}`))[1]).toContain('"data":[]');
    }
    const asOther = { Authorization: `Bearer ${other.apiKey}` };
    const own = await request(world.app)
      .get('/api/v1/partners/me/api-keys')
      .set('Authorization', `Bearer ${partner.apiKey}`);
    const foreign = {
      user: request(world.app).get(`/api/v1/users/${user.userId}`),
      cursor: request(world.app).get(`/api/v1/users?cursor=${user.userId}`),
      kyc: request(world.app).patch(`/api/v1/users/${user.userId}/kyc`).send({ kycStatus: 'REJECTED' }),
      block: request(world.app).post(`/api/v1/users/${user.userId}/block`),
      token: request(world.app).post('/api/v1/auth/token').send({ uid: user.userId }),
      address: request(world.app).post('/api/v1/auth/token').send({ pubkey: user.pubkey }),
      revoke: request(world.app).post(`/api/v1/partners/me/api-keys/${own.body.data[0].keyId}/revoke`),
    };
    const statuses: Record<string, number> = {};
    for (const [name, ask] of Object.entries(foreign)) statuses[name] = (await ask.set(asOther)).status;
    expect(statuses).toEqual({ user: 404, cursor: 400, kyc: 404, block: 404, token: 404, address: 404, revoke: 404 });
    expect((await request(world.app).get('/api/v1/cashout/intents').set(asOwner)).status).toBe(200);
  });

  it('of one partner do not meet across modes, not even to revoke a key', async () => {
    const live = await world.service.issueApiKey(
      { partnerId: partner.partnerId, mode: 'live', name: null },
      {
        ...{ correlationId: null, subjectId: null, requestId: null, reason: null, mode: null },
        commandId: world.deps.ids.uuid(),
        causationId: 'test',
        actor: { kind: 'operator', id: 'test' },
        partnerId: partner.partnerId,
      },
    );
    await world.project();
    const as = { Authorization: `Bearer ${live.apiKey}` };
    expect((await request(world.app).get(`/api/v1/users/${user.userId}`).set(as)).status).toBe(404);
    expect((await request(world.app).get('/api/v1/users').set(as)).body.data).toEqual([]);
    const revoke = request(world.app).post(`/api/v1/partners/me/api-keys/${live.keyId}/revoke`);
    expect((await revoke.set('Authorization', `Bearer ${partner.apiKey}`)).status).toBe(404);
    expect((await request(world.app).get('/api/v1/users').set(as)).status).toBe(200);
  });
});
