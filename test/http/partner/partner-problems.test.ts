import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { expectInvalid, expectProblem } from '../expect-problem';
import { createWorld, type HttpWorld, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
});
afterAll(() => world.close());

const asUser = () => ({ Authorization: `Bearer ${user.token}` });
const asPartner = () => ({ Authorization: `Bearer ${partner.apiKey}` });

describe('the partner routes', () => {
  const post = (path: string, body: object) => request(world.app).post(path).set(asPartner()).send(body);

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
  ])('B6: refuse a header %s that is no text, although every object has something of that name', async (name) => {
    const headers = { [name]: 1 };
    const url = 'https://partner.example';
    expectInvalid(await post('/api/v1/partners/me/webhook-config', { url, headers }), ['headers']);
  });

  it('refuse fields where none are expected', async () => {
    const { body } = await request(world.app).get('/api/v1/partners/me/api-keys').set(asPartner());
    const keyId: string = body.data[0].keyId;
    expectInvalid(await post(`/api/v1/partners/me/api-keys/${keyId}/revoke`, { force: true }), ['force']);
  });

  it('do not find what does not exist', async () => {
    const unknown = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expectProblem(await post('/api/v1/auth/token', { uid: unknown }), 404, 'USER_NOT_FOUND');
    expectProblem(await post(`/api/v1/partners/me/api-keys/${unknown}/revoke`, {}), 404, 'NOT_FOUND');
    expectProblem(await request(world.app).get(`/api/v1/users/${unknown}`).set(asPartner()), 404, 'USER_NOT_FOUND');
    expectProblem(await post(`/api/v1/users/${unknown}/block`, {}), 404, 'USER_NOT_FOUND');
  });

  it('refuse a token request that names two users', async () => {
    const other = await world.user(partner);
    expectInvalid(await post('/api/v1/auth/token', { uid: user.userId, pubkey: other.pubkey }), ['pubkey']);
  });

  it('refuse a 21st live key', async () => {
    const busy = await world.partner();
    const issue = () =>
      request(world.app).post('/api/v1/partners/me/api-keys').set('Authorization', `Bearer ${busy.apiKey}`);
    for (let count = 1; count < 20; count += 1) expect((await issue()).status).toBe(201);
    expectProblem(await issue(), 422, 'LIMIT_EXCEEDED');
  });

  it('let only sandbox credentials set a KYC status', async () => {
    const live = await world.partner('live');
    const { userId } = await world.user(live, 'PENDING');
    const change = (body: object) =>
      request(world.app).patch(`/api/v1/users/${userId}/kyc`).set('Authorization', `Bearer ${live.apiKey}`).send(body);
    expectProblem(await change({ kycStatus: 'APPROVED' }), 403, 'FEATURE_DISABLED');
    expectInvalid(await change({ kycStatus: 'BLOCKED' }), ['kycStatus']);
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
    expectInvalid(await request(world.app).get(path).set(asUser()), fields);
  });

  it.each([
    '?limit[]=1',
    '?limit[__proto__]=1',
    '?__proto__=1',
    '?constructor=1&limit=5',
  ])('%s sets nothing and is refused', async (query) => {
    const answer = await request(world.app).get(`/api/v1/cashout/intents${query}`).set(asUser());
    expect(answer.status).toBe(400);
    expect(({} as { limit?: unknown }).limit).toBeUndefined();
  });

  it('need a whole asset id and reais', async () => {
    expectInvalid(await request(world.app).get('/api/v1/getAssetPrice'), ['assetId']);
    expectInvalid(await request(world.app).get('/api/v1/getAssetPrice?assetId=1.5'), ['assetId']);
    expectInvalid(await request(world.app).get('/api/v1/getAssetPrice?assetId=202&fiatCurrency=USD'), ['fiatCurrency']);
  });
});

describe('a partner who is not active', () => {
  it('is told so, with any credential that is valid, and only then', async () => {
    const other = await world.partner();
    const { token } = await world.user(other);
    const { partnerId } = other;
    const context = { ...systemContext('test', world.deps.ids.uuid(), 'test'), partnerId };
    const change = { partnerId, change: 'SuspendPartner' as const, reason: 'test' };
    await world.service.changePartnerStanding(change, context);
    await world.project();
    for (const [path, credential] of [
      ['/api/v1/users', other.apiKey],
      ['/api/v1/cashout/intents', token],
    ] as const) {
      const ask = (text: string) => request(world.app).get(path).set('Authorization', `Bearer ${text}`);
      expectProblem(await ask(credential), 403, 'PARTNER_INACTIVE');
      expectProblem(await ask(`${credential}x`), 401, 'UNAUTHORIZED');
    }
  });

  it('and an address outside the allowlist is told so too', async () => {
    const other = await world.partner();
    await world.pool.query(`UPDATE lastro.partners SET ip_allowlist = '["10.0.0.0/8"]' WHERE partner_id = $1`, [
      other.partnerId,
    ]);
    const ask = () => request(world.app).get('/api/v1/users').set('Authorization', `Bearer ${other.apiKey}`);
    expectProblem(await ask(), 403, 'IP_NOT_ALLOWED');
    await world.pool.query(`UPDATE lastro.partners SET ip_allowlist = '["127.0.0.1"]' WHERE partner_id = $1`, [
      other.partnerId,
    ]);
    expect((await ask()).status).toBe(200);
  });
});
