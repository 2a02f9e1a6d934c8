import request from 'supertest';
import { httpSuite } from '../suite';
import { FIXED_CODE } from '../world';

const suite = httpSuite();

const asPartner = () => ({ Authorization: `Bearer ${suite.partner.apiKey}` });
const post = (path: string, body: object, headers: Record<string, string>) =>
  request(suite.world.app).post(path).set(headers).send(body);
const get = (path: string, headers: Record<string, string>) => request(suite.world.app).get(path).set(headers);

describe('users', () => {
  it('are never merged: the wallet of another user is refused with 409 until it is released', async () => {
    const [alice, bob] = [await suite.world.user(suite.partner), await suite.world.user(suite.partner)];
    const merged = await post(
      '/api/v1/users',
      { externalUserId: 'bob', pubkey: alice.pubkey, blockchain: 'ethereum' },
      asPartner(),
    );
    expect([merged.status, merged.body.code, merged.headers['retry-after']]).toEqual([409, 'USER_CONFLICT', undefined]);
    const put = (userId: string, pubkey: string) =>
      request(suite.world.app)
        .put(`/api/v1/users/${userId}/wallet`)
        .set(asPartner())
        .send({ pubkey, blockchain: 'ethereum' });
    expect((await put(bob.userId, alice.pubkey)).body.code).toBe('USER_CONFLICT');
    const fresh = `0x${'c1'.repeat(20)}`;
    const changed = await put(alice.userId, fresh.toUpperCase().replace('0X', '0x'));
    expect([changed.status, changed.body.data]).toMatchObject([200, { pubkey: fresh, kycStatus: 'APPROVED' }]);
    expect((await get(`/api/v1/users/${alice.userId}`, asPartner())).body.data).toEqual(changed.body.data);
    expect((await put(bob.userId, alice.pubkey)).body.data.pubkey).toBe(alice.pubkey);
  });

  it('need the next token after a change of wallet', async () => {
    const carol = await suite.world.user(suite.partner);
    const intents = (token: string) => get('/api/v1/cashout/intents', { Authorization: `Bearer ${token}` });
    const asked = { assetId: 202, invoiceCode: FIXED_CODE };
    const quoted = await post('/api/v1/cashout/quote', asked, { Authorization: `Bearer ${carol.token}` });
    const pubkey = `0x${'c2'.repeat(20)}`;
    const wallet = { pubkey, blockchain: 'ethereum' };
    await request(suite.world.app).put(`/api/v1/users/${carol.userId}/wallet`).set(asPartner()).send(wallet);
    const { quoteId }: { quoteId: string } = quoted.body.data;
    const old = await post(
      '/api/v1/cashout/intent',
      { quoteId, sender: pubkey },
      { Authorization: `Bearer ${carol.token}` },
    );
    expect([old.status, (await intents(carol.token)).status]).toEqual([401, 401]);
    const issued = await post('/api/v1/auth/token', { uid: carol.userId }, asPartner());
    const { token, user: named }: { token: string; user: object } = issued.body.data;
    expect([named, (await intents(token)).status]).toMatchObject([{ pubkey }, 200]);
    expect((await post('/api/v1/auth/token', { pubkey: carol.pubkey }, asPartner())).status).toBe(404);
  });

  it('get tokens by the new external id alone, which is never the id of a user', async () => {
    const [dora, eve] = [await suite.world.user(suite.partner), await suite.world.user(suite.partner)];
    const put = (externalUserId: string) =>
      request(suite.world.app)
        .put(`/api/v1/users/${dora.userId}/external-id`)
        .set(asPartner())
        .send({ externalUserId });
    for (const externalUserId of ['dora-1', 'dora-2']) expect((await put(externalUserId)).status).toBe(200);
    const tokenOf = async (uid: string) => (await post('/api/v1/auth/token', { uid }, asPartner())).status;
    expect([await tokenOf('dora-2'), await tokenOf('dora-1')]).toEqual([200, 404]);
    const refused = await put(eve.userId);
    expect([refused.status, refused.body.error.fieldErrors]).toMatchObject([
      400,
      { externalUserId: expect.any(String) },
    ]);
    expect((await post('/api/v1/users', { uid: eve.userId }, asPartner())).status).toBe(400);
    expect(await tokenOf(eve.userId)).toBe(200);
  });
});
