import request from 'supertest';
import { httpSuite } from '../suite';
import { FIXED_CODE } from '../world';

const suite = httpSuite();

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f-]{36}$/;
const asPartner = () => ({ Authorization: `Bearer ${suite.partner.apiKey}` });
const post = (path: string, body: object, headers: Record<string, string>) =>
  request(suite.world.app).post(path).set(headers).send(body);
const get = (path: string, headers: Record<string, string> = {}) => request(suite.world.app).get(path).set(headers);

describe('tokens', () => {
  it('are issued for a user by address, by our id and by the id of the partner', async () => {
    const registered = await post('/api/v1/users', { externalUserId: 'customer-1' }, asPartner());
    const { userId }: { userId: string } = registered.body.data;
    const byOwnId = await post('/api/v1/auth/token', { uid: 'customer-1', expiresIn: '7d' }, asPartner());
    expect(byOwnId.status).toBe(200);
    expect(byOwnId.body).toEqual({
      success: true,
      error: null,
      data: {
        token: expect.any(String),
        expiresIn: 604_800,
        tokenType: 'Bearer',
        user: { pubkey: null, kycStatus: 'PENDING', partnerId: suite.partner.partnerId },
      },
    });
    const byId = await post('/api/v1/auth/token', { uid: userId }, asPartner());
    expect(byId.body.data.expiresIn).toBe(3600);
    const byAddress = await post('/api/v1/auth/token', { pubkey: suite.user.pubkey }, asPartner());
    expect(byAddress.body.data.user).toEqual({
      pubkey: suite.user.pubkey,
      kycStatus: 'APPROVED',
      partnerId: suite.partner.partnerId,
    });
    const token: string = byAddress.body.data.token;
    expect((await get('/api/v1/cashout/intents', { Authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('find an EVM address in any spelling', async () => {
    const upper = `0x${suite.user.pubkey.slice(2).toUpperCase()}`;
    expect((await post('/api/v1/auth/token', { pubkey: upper }, asPartner())).status).toBe(200);
  });

  it('live at most 30 days, also when more is asked for', async () => {
    const answer = await post('/api/v1/auth/token', { pubkey: suite.user.pubkey, expiresIn: '999999d' }, asPartner());
    expect(answer.body.data.expiresIn).toBe(30 * 86_400);
  });
});

describe('API keys', () => {
  it('are shown in full once, listed without the secret, and revoked immediately', async () => {
    const issued = await post('/api/v1/partners/me/api-keys', { name: 'server' }, asPartner());
    expect(issued.status).toBe(201);
    const { keyId, apiKey }: { keyId: string; apiKey: string } = issued.body.data;
    expect(issued.body.data).toEqual({
      keyId: expect.stringMatching(UUID),
      apiKey: expect.stringMatching(/^sk_live_[0-9a-f]{64}$/),
      name: 'server',
      prefix: apiKey.slice(0, 12),
      last4: apiKey.slice(-4),
      createdAt: expect.stringMatching(ISO),
    });
    const own = { Authorization: `Bearer ${apiKey}` };
    const listed = await get('/api/v1/partners/me/api-keys', own);
    expect(listed.body.meta).toEqual({ nextCursor: null, hasMore: false });
    const items: { keyId: string }[] = listed.body.data;
    const item = items.find((candidate) => candidate.keyId === keyId);
    expect(item).toEqual({
      keyId,
      name: 'server',
      prefix: apiKey.slice(0, 12),
      last4: apiKey.slice(-4),
      status: 'ACTIVE',
      createdAt: issued.body.data.createdAt,
      lastUsedAt: expect.stringMatching(ISO),
      revokedAt: null,
    });
    const revoked = await request(suite.world.app).post(`/api/v1/partners/me/api-keys/${keyId}/revoke`).set(own);
    expect(revoked.status).toBe(200);
    expect(revoked.body.data).toEqual({ keyId, status: 'REVOKED', revokedAt: expect.stringMatching(ISO) });
    expect((await get('/api/v1/partners/me/api-keys', own)).status).toBe(401);
    suite.world.clock.advance(1000);
    const again = await request(suite.world.app).post(`/api/v1/partners/me/api-keys/${keyId}/revoke`).set(asPartner());
    expect([again.status, again.body.data]).toEqual([200, revoked.body.data]);
  });

  it('need no body', async () => {
    const issued = await request(suite.world.app).post('/api/v1/partners/me/api-keys').set(asPartner());
    expect([issued.status, issued.body.data.name]).toEqual([201, null]);
  });
});

describe('the webhook destination', () => {
  const url = 'https://partner.example/hook';

  it('is registered, read with masked headers, replaced and removed', async () => {
    expect((await get('/api/v1/partners/me/webhook-config', asPartner())).body).toEqual({
      success: true,
      error: null,
      data: null,
    });
    const body = { url, events: ['INTENT_COMPLETED'], headers: { 'X-Key': 'secret' } };
    const registered = await post('/api/v1/partners/me/webhook-config', body, asPartner());
    expect(registered.status).toBe(200);
    expect(registered.body.data).toEqual({
      url,
      events: ['INTENT_COMPLETED'],
      headers: { 'X-Key': '***' },
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    expect((await get('/api/v1/partners/me/webhook-config', asPartner())).body.data).toEqual(registered.body.data);
    suite.world.clock.advance(5000);
    const replaced = await post('/api/v1/partners/me/webhook-config', { url }, asPartner());
    expect(replaced.body.data).toMatchObject({ events: [], headers: {}, createdAt: registered.body.data.createdAt });
    expect(replaced.body.data.updatedAt).not.toBe(registered.body.data.updatedAt);
    for (const time of ['once', 'again']) {
      const removed = await request(suite.world.app).delete('/api/v1/partners/me/webhook-config').set(asPartner());
      expect([time, removed.status, removed.body]).toEqual([time, 200, { success: true, error: null, data: null }]);
    }
    expect((await get('/api/v1/partners/me/webhook-config', asPartner())).body.data).toBeNull();
  });
});

describe('users', () => {
  it('are registered once, read, and listed newest first', async () => {
    const pubkey = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
    const body = { pubkey, blockchain: 'ethereum', uid: 'customer-2' };
    const first = await post('/api/v1/users', body, asPartner());
    expect(first.status).toBe(201);
    expect(first.body.data).toEqual({
      userId: expect.stringMatching(UUID),
      pubkey: pubkey.toLowerCase(),
      blockchain: 'ethereum',
      uid: first.body.data.userId,
      externalUserId: 'customer-2',
      kycStatus: 'PENDING',
      createdAt: expect.stringMatching(ISO),
    });
    suite.world.clock.advance(1000);
    const again = await post('/api/v1/users', { ...body, pubkey: pubkey.toLowerCase() }, asPartner());
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    const one = await get(`/api/v1/users/${first.body.data.userId}`, asPartner());
    expect(one.body.data).toEqual(first.body.data);
    const newest = await get('/api/v1/users?limit=1', asPartner());
    expect(newest.body.meta).toEqual({ nextCursor: newest.body.data[0].userId, hasMore: true });
  });

  it('are paged without loss or repetition', async () => {
    const other = await suite.world.partner();
    const key = { Authorization: `Bearer ${other.apiKey}` };
    for (const externalUserId of ['a', 'b', 'c', 'd', 'e']) await post('/api/v1/users', { externalUserId }, key);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const listed: request.Response = await get(
        `/api/v1/users?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        key,
      );
      const users: { userId: string }[] = listed.body.data;
      seen.push(...users.map(({ userId }) => userId));
      cursor = listed.body.meta.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  it('get their KYC status and their block from the partner, in force at once', async () => {
    const blocked = await suite.world.user(suite.partner, 'PENDING');
    const own = { Authorization: `Bearer ${blocked.token}` };
    const approved = await request(suite.world.app)
      .patch(`/api/v1/users/${blocked.userId}/kyc`)
      .set(asPartner())
      .send({ kycStatus: 'APPROVED' });
    expect([approved.status, approved.body.data.kycStatus]).toEqual([200, 'APPROVED']);
    const asked = { assetId: 202, invoiceCode: FIXED_CODE };
    expect((await post('/api/v1/cashout/quote', asked, own)).status).toBe(200);
    const block = await post(`/api/v1/users/${blocked.userId}/block`, { reason: 'chargeback' }, asPartner());
    expect([block.status, block.body.data.kycStatus]).toEqual([200, 'BLOCKED']);
    expect((await get('/api/v1/cashout/intents', own)).body.code).toBe('USER_BLOCKED');
    const token = await post('/api/v1/auth/token', { uid: blocked.userId }, asPartner());
    expect([token.status, token.body.code]).toEqual([403, 'USER_BLOCKED']);
    const unblocked = await request(suite.world.app).post(`/api/v1/users/${blocked.userId}/unblock`).set(asPartner());
    expect(unblocked.body.data.kycStatus).toBe('APPROVED');
    expect((await get('/api/v1/cashout/intents', own)).status).toBe(200);
  });
});
