import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import request from 'supertest';
import { clockOf } from '../../../infra/clock';
import { createTokens } from '../../../infra/security/tokens';
import { httpSuite } from '../suite';
import { JWT_KEYS } from '../world';

const suite = httpSuite();

const bodyOf = ({ status, text, headers }: request.Response): readonly [number, string, string | undefined] => [
  status,
  text.replace(headers['x-request-id'] ?? 'none', '<id>'),
  headers['www-authenticate'],
];

const REFUSED = [401, '{"success":false,"error":"Unauthorized","code":"UNAUTHORIZED","requestId":"<id>"}', 'Bearer'];

describe('the answer to every wrong credential', () => {
  it('is the same for a partner', async () => {
    const revoked = await request(suite.world.app)
      .post('/api/v1/partners/me/api-keys')
      .set('Authorization', `Bearer ${suite.partner.apiKey}`);
    const { keyId, apiKey } = revoked.body.data;
    await request(suite.world.app)
      .post(`/api/v1/partners/me/api-keys/${keyId}/revoke`)
      .set('Authorization', `Bearer ${suite.partner.apiKey}`);
    const hmac = `HMAC-SHA256 partnerId=${suite.partner.partnerId},timestamp=1750000000,nonce=abcdefghijklmnop,signature=${'0'.repeat(64)}`;
    const credentials = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${apiKey}`,
      `Bearer sk_live_${'0'.repeat(64)}`,
      'Bearer sk_live_short',
      `Bearer  ${suite.partner.apiKey}`,
      `Bearer ${suite.partner.apiKey} x`,
      `Bearer ${suite.partner.apiKey.toUpperCase()}`,
      `Basic ${suite.partner.apiKey}`,
      hmac,
      `Bearer ${suite.user.token}`,
    ];
    for (const credential of credentials) {
      const ask = request(suite.world.app).get('/api/v1/users');
      const answer = await (credential === undefined ? ask : ask.set('Authorization', credential));
      expect([credential, bodyOf(answer)]).toEqual([credential, REFUSED]);
    }
  });

  it('is the same for two credentials at once', async () => {
    const twice = [`Bearer ${suite.partner.apiKey}`, `Bearer ${suite.partner.apiKey}`];
    const answer = await request(suite.world.app)
      .get('/api/v1/users')
      .set('Authorization', twice as unknown as string);
    expect(bodyOf(answer)).toEqual(REFUSED);
  });

  it('is the same for an end user', async () => {
    const { clock } = suite.world;
    const claims = {
      pubkey: suite.user.pubkey,
      uid: suite.user.userId,
      partnerId: suite.partner.partnerId,
      mode: 'sandbox' as const,
    };
    const tokens = (changes: object) =>
      createTokens({ keys: JWT_KEYS, issuer: 'lastro', audience: 'v1', clock, ...changes });
    const [header = '', payload = '', signature = ''] = suite.user.token.split('.');
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
      apiKey: suite.partner.apiKey,
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
      paddedSignature: `${suite.user.token}=`,
      otherSpelling: `${header}.${payload}.${sameBytes(signature)}`,
      tooLong: `${suite.user.token}${'a'.repeat(9_000)}`,
    };
    for (const [name, credential] of Object.entries(credentials)) {
      const answer = await request(suite.world.app)
        .get('/api/v1/cashout/intents')
        .set('Authorization', `Bearer ${credential}`);
      expect([name, bodyOf(answer)]).toEqual([name, REFUSED]);
    }
    const good = await request(suite.world.app)
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
