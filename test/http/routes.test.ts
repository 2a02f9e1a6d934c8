import request from 'supertest';
import { createWorld, FIXED_CODE, type HttpWorld, OPEN_CODE, type Partner, type User } from './world';

let world: HttpWorld;
let partner: Partner;
let user: User;

jest.setTimeout(30_000);

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
});
afterAll(() => world.close());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f-]{36}$/;
const asPartner = () => ({ Authorization: `Bearer ${partner.apiKey}` });
const asUser = () => ({ Authorization: `Bearer ${user.token}` });
const post = (path: string, body: object | undefined, headers: Record<string, string>) =>
  request(world.app).post(path).set(headers).send(body);
const get = (path: string, headers: Record<string, string> = {}) => request(world.app).get(path).set(headers);

const quote = async (body: object = { assetId: 202, invoiceCode: FIXED_CODE }): Promise<string> =>
  (await post('/api/v1/cashout/quote', body, asUser())).body.data.quoteId;
const intent = async (): Promise<string> =>
  (await post('/api/v1/cashout/intent', { quoteId: await quote() }, asUser())).body.data.intentId;

describe('tokens', () => {
  it('are issued for a user by address, by our id and by the id of the partner', async () => {
    const registered = await post('/api/v1/users', { externalUserId: 'customer-1' }, asPartner());
    const { userId } = registered.body.data;
    const byOwnId = await post('/api/v1/auth/token', { uid: 'customer-1', expiresIn: '7d' }, asPartner());
    expect(byOwnId.status).toBe(200);
    expect(byOwnId.body).toEqual({
      success: true,
      error: null,
      data: {
        token: expect.any(String),
        expiresIn: 604_800,
        tokenType: 'Bearer',
        user: { pubkey: null, kycStatus: 'PENDING', partnerId: partner.partnerId },
      },
    });
    const byId = await post('/api/v1/auth/token', { uid: userId }, asPartner());
    expect(byId.body.data.expiresIn).toBe(3600);
    const byAddress = await post('/api/v1/auth/token', { pubkey: user.pubkey }, asPartner());
    expect(byAddress.body.data.user).toEqual({
      pubkey: user.pubkey,
      kycStatus: 'APPROVED',
      partnerId: partner.partnerId,
    });
    const token: string = byAddress.body.data.token;
    expect((await get('/api/v1/cashout/intents', { Authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('find an EVM address however its hex is spelled', async () => {
    const upper = `0x${user.pubkey.slice(2).toUpperCase()}`;
    expect((await post('/api/v1/auth/token', { pubkey: upper }, asPartner())).status).toBe(200);
  });

  it('live at most 30 days, whatever is asked for', async () => {
    const answer = await post('/api/v1/auth/token', { pubkey: user.pubkey, expiresIn: '999999d' }, asPartner());
    expect(answer.body.data.expiresIn).toBe(30 * 86_400);
  });
});

describe('API keys', () => {
  it('are issued once in full, listed without, and revoked at once', async () => {
    const issued = await post('/api/v1/partners/me/api-keys', { name: 'server' }, asPartner());
    expect(issued.status).toBe(201);
    const { keyId, apiKey } = issued.body.data;
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
    const item = listed.body.data.find((candidate: { keyId: string }) => candidate.keyId === keyId);
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
    const revoked = await request(world.app).post(`/api/v1/partners/me/api-keys/${keyId}/revoke`).set(own);
    expect(revoked.status).toBe(200);
    expect(revoked.body.data).toEqual({ keyId, status: 'REVOKED', revokedAt: expect.stringMatching(ISO) });
    expect((await get('/api/v1/partners/me/api-keys', own)).status).toBe(401);
    world.clock.advance(1000);
    const again = await request(world.app).post(`/api/v1/partners/me/api-keys/${keyId}/revoke`).set(asPartner());
    expect([again.status, again.body.data]).toEqual([200, revoked.body.data]);
  });

  it('need no body', async () => {
    const issued = await request(world.app).post('/api/v1/partners/me/api-keys').set(asPartner());
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
    world.clock.advance(5000);
    const replaced = await post('/api/v1/partners/me/webhook-config', { url }, asPartner());
    expect(replaced.body.data).toMatchObject({ events: [], headers: {}, createdAt: registered.body.data.createdAt });
    expect(replaced.body.data.updatedAt).not.toBe(registered.body.data.updatedAt);
    for (const _time of [1, 2]) {
      const removed = await request(world.app).delete('/api/v1/partners/me/webhook-config').set(asPartner());
      expect([removed.status, removed.body]).toEqual([200, { success: true, error: null, data: null }]);
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
      kycStatus: 'PENDING',
      createdAt: expect.stringMatching(ISO),
    });
    world.clock.advance(1000);
    const again = await post('/api/v1/users', { ...body, pubkey: pubkey.toLowerCase() }, asPartner());
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    const one = await get(`/api/v1/users/${first.body.data.userId}`, asPartner());
    expect(one.body.data).toEqual(first.body.data);
    const newest = await get('/api/v1/users?limit=1', asPartner());
    expect(newest.body.meta).toEqual({ nextCursor: newest.body.data[0].userId, hasMore: true });
  });

  it('are paged without loss or repetition', async () => {
    const other = await world.partner();
    const key = { Authorization: `Bearer ${other.apiKey}` };
    for (const externalUserId of ['a', 'b', 'c', 'd', 'e']) await post('/api/v1/users', { externalUserId }, key);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const listed: request.Response = await get(
        `/api/v1/users?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        key,
      );
      seen.push(...listed.body.data.map(({ userId }: { userId: string }) => userId));
      cursor = listed.body.meta.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  it('get their KYC status and their block from the partner, and both count at once', async () => {
    const blocked = await world.user(partner, 'PENDING');
    const own = { Authorization: `Bearer ${blocked.token}` };
    const approved = await request(world.app)
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
    const unblocked = await request(world.app).post(`/api/v1/users/${blocked.userId}/unblock`).set(asPartner());
    expect(unblocked.body.data.kycStatus).toBe('APPROVED');
    expect((await get('/api/v1/cashout/intents', own)).status).toBe(200);
  });
});

describe('the public routes', () => {
  it('show the catalog, as an answer and as a file', async () => {
    const answer = await get('/api/v1/accepted-cryptos');
    const file = await get('/gateway-config-latest.json');
    expect(answer.body.data.assets[1]).toEqual({
      assetId: 202,
      symbol: 'USDT',
      blockchain: 'ethereum',
      network: 'ethereum',
      contractAddress: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      decimals: 6,
      cashIn: false,
      cashOut: true,
      pegged: false,
    });
    expect(file.body).toEqual(answer.body.data);
  });

  it('answer the price of an asset', async () => {
    const answer = await get('/api/v1/getAssetPrice?assetId=202&fiatCurrency=BRL');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      assetId: 202,
      fiatCurrency: 'BRL',
      price: expect.any(Number),
      pair: 'USDT/BRL',
      baseCurrency: 'USDT',
      quoteCurrency: 'BRL',
      updated_at: expect.stringMatching(ISO),
      cached: false,
      cacheAge: 0,
    });
    expect((await get('/api/v1/getAssetPrice?assetId=202')).body.data).toEqual(answer.body.data);
  });

  it.each(['', '/api/v1'])('tell how the service is below %p', async (prefix) => {
    expect((await get(`${prefix}/health`)).body.data.status).toBe('UP');
    expect((await get(`${prefix}/health/live`)).body.data).toEqual({ status: 'UP' });
    expect((await get(`${prefix}/health/ready`)).status).toBe(200);
    const readiness = async () => ({ ready: false, checks: { ethereum: { ok: false, detail: 'chain id 5, not 1' } } });
    const broken = world.appWith({ readiness });
    const ready = await request(broken).get(`${prefix}/health/ready`);
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      success: false,
      error: 'Not ready',
      code: 'SERVICE_UNAVAILABLE',
      requestId: ready.headers['x-request-id'],
      checks: { ethereum: { ok: false, detail: 'chain id 5, not 1' } },
    });
    const overall = await request(broken).get(`${prefix}/health`);
    expect([overall.status, overall.body.data.status]).toEqual([200, 'DEGRADED']);
    expect((await request(broken).get(`${prefix}/health/live`)).status).toBe(200);
  });
});

describe('quotes', () => {
  it('add up to the last unit', async () => {
    const answer = await post('/api/v1/cashout/quote', { assetId: 202, invoiceCode: FIXED_CODE }, asUser());
    expect(answer.status).toBe(200);
    const { valuesAndFees, priceContext, ...rest } = answer.body.data;
    expect(rest).toEqual({
      id: rest.quoteId,
      quoteId: expect.stringMatching(UUID),
      expiresAt: new Date(world.clock.now() + 300_000).toISOString(),
      ttlSeconds: 300,
    });
    expect(valuesAndFees).toMatchObject({ paymentInFiat: 30, networkFeeFiat: 0, totalFeeFiat: 1, totalFiat: 31 });
    const units = (text: string): bigint => BigInt(Math.round(parseFloat(text) * 1e6));
    expect(units(valuesAndFees.paymentInCrypto) + units(valuesAndFees.totalFeeCrypto)).toBe(
      units(valuesAndFees.totalCrypto),
    );
    expect(Object.keys(priceContext)).toEqual([
      'pair',
      'price',
      'priceAfterDiscount',
      'discountAppliedBps',
      'feeFloor',
      'feePercentApplied',
      'updated_at',
      'sources',
    ]);
    expect(priceContext).toMatchObject({ pair: 'USDT/BRL', feePercentApplied: 1.5, feeFloor: 0.55 });
  });

  it('take the amount from the text when the code leaves it open', async () => {
    const body = `{"assetId":202,"invoiceCode":${JSON.stringify(OPEN_CODE)},"amount":10.10}`;
    const answer = await request(world.app)
      .post('/api/v1/cashout/quote')
      .set(asUser())
      .set('Content-Type', 'application/json')
      .send(body);
    expect(answer.body.data.valuesAndFees.paymentInFiat).toBe(10.1);
  });

  it('can be read again, also after they have expired', async () => {
    const quoteId = await quote();
    world.clock.advance(301_000);
    const answer = await get(`/api/v1/cashout/quote/${quoteId}`, asUser());
    expect([answer.status, answer.body.data.quoteId, answer.body.data.ttlSeconds]).toEqual([200, quoteId, 0]);
  });
});

describe('intents', () => {
  it('say what to send, where to, and with which memo', async () => {
    const quoteId = await quote();
    const answer = await post('/api/v1/cashout/intent', { quoteId, sender: user.pubkey }, asUser());
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toEqual({
      id: data.intentId,
      intentId: expect.stringMatching(/^baf[a-z2-7]{56}$/),
      quoteId,
      status: 'PENDING',
      memo: `lastro:${data.intentId}`,
      receiver: '0x00000000000000000000000000000000000000aa',
      amount: expect.stringMatching(/^\d+\.\d+$/),
      amountBaseUnits: expect.stringMatching(/^\d+$/),
      assetId: 202,
      blockchain: 'ethereum',
      expiresAt: expect.stringMatching(ISO),
      onChain: { memoType: 'CALLDATA', memoValue: data.memo },
      instruction: { to: data.receiver, data: data.memo },
    });
    const read = await get(`/api/v1/cashout/intent/${data.intentId}`, asUser());
    expect(read.body.data).toEqual({
      ...data,
      invoiceType: 'pix',
      invoiceValue: 30,
      invoiceCurrency: 'BRL',
      destination: expect.any(String),
      deposits: [],
      labels: [],
      timeline: [{ event: 'CashoutIntentCreated', at: expect.stringMatching(ISO) }],
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    const alias = await get(`/api/v1/cashout/intents/${data.intentId}`, asUser());
    expect(alias.body).toEqual(read.body);
    const found = await get(`/api/v1/cashout/intents?quoteId=${quoteId}`, asUser());
    expect(found.body.data).toEqual([read.body.data]);
  });

  it('are listed newest first, page by page and by status', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      world.clock.advance(1000);
      ids.unshift(await intent());
    }
    const first = await get('/api/v1/cashout/intents?limit=2&status=PENDING', asUser());
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(first.body.meta).toEqual({ nextCursor: ids[1], hasMore: true });
    const next = await get(`/api/v1/cashout/intents?limit=1&cursor=${ids[1] ?? ''}`, asUser());
    expect(next.body.data[0].id).toBe(ids[2]);
    const none = await get('/api/v1/cashout/intents?status=COMPLETED', asUser());
    expect(none.body).toEqual({ success: true, error: null, data: [], meta: { nextCursor: null, hasMore: false } });
  });

  it('are folded from their stream when the read model does not have them yet', async () => {
    const late = world.appWith({ waitUntilApplied: async () => false });
    const created = await request(late)
      .post('/api/v1/cashout/intent')
      .set(asUser())
      .send({ quoteId: await quote() });
    expect(created.status).toBe(201);
    const read = await request(late).get(`/api/v1/cashout/intent/${created.body.data.id}`).set(asUser());
    expect([read.status, read.body.data.status]).toEqual([200, 'PENDING']);
  });
});
