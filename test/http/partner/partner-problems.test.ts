import request from 'supertest';
import { expectInvalid } from '../expect-problem';
import { httpSuite } from '../suite';

const suite = httpSuite();

const asUser = () => ({ Authorization: `Bearer ${suite.user.token}` });
const asPartner = () => ({ Authorization: `Bearer ${suite.partner.apiKey}` });

describe('the partner routes', () => {
  const post = (path: string, body: object) => request(suite.world.app).post(path).set(asPartner()).send(body);

  it.each([
    ['/api/v1/auth/token', {}, ['pubkey', 'uid']],
    ['/api/v1/auth/token', { uid: 'ab' }, ['uid']],
    ['/api/v1/auth/token', { uid: 'abc', expiresIn: '0h' }, ['expiresIn']],
    ['/api/v1/auth/token', { uid: 'abc', expiresIn: '1e9d' }, ['expiresIn']],
    ['/api/v1/auth/token', { uid: 'abc', expiresIn: 'Infinity' }, ['expiresIn']],
    ['/api/v1/auth/token', { uid: 'abc', expiresIn: ['1h'] }, ['expiresIn']],
    ['/api/v1/auth/token', { uid: 'abc', partnerId: 'p' }, ['partnerId']],
    ['/api/v1/users', {}, ['externalUserId', 'pubkey']],
    ['/api/v1/users', { pubkey: '0x00000000000000000000000000000000000000dd' }, ['blockchain']],
    ['/api/v1/users', { blockchain: 'ethereum', uid: 'abc' }, ['pubkey']],
    ['/api/v1/users', { pubkey: '0xdd', blockchain: 'ethereum' }, ['pubkey']],
    ['/api/v1/users', { pubkey: '0x00000000000000000000000000000000000000dd', blockchain: 'mars' }, ['blockchain']],
    ['/api/v1/users', { externalUserId: 'one', uid: 'two' }, ['uid']],
    ['/api/v1/users', { externalUserId: '' }, ['externalUserId']],
    ['/api/v1/users', { externalUserId: 'x'.repeat(129) }, ['externalUserId']],
    ['/api/v1/partners/me/api-keys', { name: '' }, ['name']],
    ['/api/v1/partners/me/api-keys', { mode: 'live' }, ['mode']],
    ['/api/v1/partners/me/webhook-config', {}, ['url']],
    ['/api/v1/partners/me/webhook-config', { url: 'http://partner.example' }, ['url']],
    ['/api/v1/partners/me/webhook-config', { url: 'https://partner.example', events: ['NOPE'] }, ['events']],
    ['/api/v1/partners/me/webhook-config', { url: 'https://partner.example', headers: { a: 1 } }, ['headers']],
  ])('%s refuses %j', async (path, body, fields) => {
    expectInvalid(await post(path, body), fields);
  });

  it.each([
    'hasOwnProperty',
    'toString',
    'valueOf',
    'isPrototypeOf',
  ])('refuse a header %s that is not text, although every object has a property of that name', async (name) => {
    const headers = { [name]: 1 };
    const url = 'https://partner.example';
    expectInvalid(await post('/api/v1/partners/me/webhook-config', { url, headers }), ['headers']);
  });

  it('refuse fields when none are expected', async () => {
    const { body } = await request(suite.world.app).get('/api/v1/partners/me/api-keys').set(asPartner());
    const keyId: string = body.data[0].keyId;
    expectInvalid(await post(`/api/v1/partners/me/api-keys/${keyId}/revoke`, { force: true }), ['force']);
  });

  it('refuse a token request that names two users', async () => {
    const other = await suite.world.user(suite.partner);
    expectInvalid(await post('/api/v1/auth/token', { uid: suite.user.userId, pubkey: other.pubkey }), ['pubkey']);
  });
});

describe('queries', () => {
  it.each([
    ['/api/v1/cashout/intents?limit=0', ['limit']],
    ['/api/v1/cashout/intents?limit=201', ['limit']],
    ['/api/v1/cashout/intents?limit=abc', ['limit']],
    ['/api/v1/cashout/intents?limit=1&limit=2', ['limit']],
    ['/api/v1/cashout/intents?anything=1&anything=2', ['anything']],
    ['/api/v1/cashout/intents?status=NOPE', ['status']],
    ['/api/v1/cashout/intents?cursor=nope', ['cursor']],
  ])('%s is refused', async (path, fields) => {
    expectInvalid(await request(suite.world.app).get(path).set(asUser()), fields);
  });

  it.each([
    '?limit[]=1',
    '?limit[__proto__]=1',
    '?__proto__=1',
    '?constructor=1&limit=5',
  ])('are refused without an effect: %s', async (query) => {
    const answer = await request(suite.world.app).get(`/api/v1/cashout/intents${query}`).set(asUser());
    expect(answer.status).toBe(400);
    expect(({} as { limit?: unknown }).limit).toBeUndefined();
  });
});
