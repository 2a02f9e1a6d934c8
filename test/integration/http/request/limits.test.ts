import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import request from 'supertest';
import { systemContext } from '../../../../commands/handling/context';
import { createRateLimits } from '../../../../infra/http/rate-limits';
import { NO_LIMITS } from '../../../doubles/limits';
import { expectInvalid, expectLimited } from '../../../http/expect-problem';
import { httpSuite } from '../../../http/suite';
import { walletDoor } from '../../../http/wallet/wallet-door';
import { FIXED_CODE, type User } from '../../../http/world';
import { evmWallet } from '../../../samples/wallets';

const suite = httpSuite();

const asUser = () => ({ Authorization: `Bearer ${suite.user.token}` });
const asPartner = () => ({ Authorization: `Bearer ${suite.partner.apiKey}` });
const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };
const quote = (body: object, app = suite.world.app) =>
  request(app).post('/api/v1/cashout/quote').set(asUser()).send(body);
const intent = (body: object, app = suite.world.app) =>
  request(app).post('/api/v1/cashout/intent').set(asUser()).send(body);

describe('limits', () => {
  const limited = (limit: string) =>
    suite.world.appWith({
      limits: createRateLimits({ ...NO_LIMITS, [limit]: 2 }),
    });

  it('count an address over all routes except health, also without credentials', async () => {
    const app = limited('ip');
    expect((await request(app).get('/api/v1/accepted-cryptos')).status).toBe(200);
    expect((await request(app).get('/api/v1/users')).status).toBe(401);
    expectLimited(await request(app).get('/api/v1/accepted-cryptos'));
    expectLimited(await request(app).get('/api/v1/users'));
    expect((await request(app).get('/health')).status).toBe(200);
    expect((await request(app).get('/api/v1/health/live')).status).toBe(200);
  });

  it('count failed authentications per address, and accept a valid credential', async () => {
    const app = limited('authFailure');
    const wrong = () => request(app).get('/api/v1/users').set('Authorization', 'Bearer wrong');
    expect([(await wrong()).status, (await wrong()).status]).toEqual([401, 401]);
    expectLimited(await wrong());
    expectLimited(await request(app).get('/api/v1/cashout/intents'));
    expect((await request(app).get('/api/v1/users').set(asPartner())).status).toBe(200);
    expect((await request(app).get('/api/v1/accepted-cryptos')).status).toBe(200);
  });

  it('count wrong signatures and codes of wallets, and accept a valid signature', async () => {
    const wallet = evmWallet();
    const named = { address: wallet.address, blockchain: wallet.blockchain };
    const signature = `0x${'1'.repeat(130)}`;
    const attempts = {
      verify: { ...named, signature },
      'otp/verify': { ...named, otpId: '0'.repeat(32), code: '12345678' },
    };
    for (const [path, body] of Object.entries(attempts)) {
      const app = limited('authFailure');
      const attempt = () => request(app).post(`/api/auth/${path}`).send(body);
      expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401]);
      expectLimited(await attempt());
      expect((await walletDoor(app).logIn(wallet)).status).toBe(200);
    }
  });

  it('count the address from a trusted proxy, by /64 for IPv6', async () => {
    const settings = { ...suite.world.deps.settings, trustedProxies: ['127.0.0.0/8', '::ffff:127.0.0.0/104'] };
    const app = suite.world.appWith({ limits: createRateLimits({ ...NO_LIMITS, ip: 2 }), settings });
    const from = (address: string) => request(app).get('/api/v1/accepted-cryptos').set('X-Forwarded-For', address);
    await from('2001:db9::1');
    await from('6.6.6.6, 2001:db9::2');
    expectLimited(await from('2001:db9::3'));
    expect((await from('2001:db9:0:1::1')).status).toBe(200);
  });

  it('use one bucket for a user’s quotes and intents, and another for reads', async () => {
    const app = limited('cashoutPost');
    expect((await quote(QUOTE, app)).status).toBe(200);
    expectInvalid(await request(app).post('/API/v1/cashout/QUOTE/').set(asUser()).send({}), ['assetId']);
    expectLimited(await intent({ quoteId: 'x' }, app));
    expect((await request(app).get('/api/v1/cashout/intents').set(asUser())).status).toBe(200);
    const other = await suite.world.user(suite.partner);
    const asOther = request(app).post('/api/v1/cashout/quote').set('Authorization', `Bearer ${other.token}`);
    expect((await asOther.send(QUOTE)).status).toBe(200);
    const reading = limited('userGet');
    await request(reading).get('/api/v1/cashout/intents').set(asUser());
    await request(reading).head('/api/v1/cashout/intents').set(asUser());
    expectLimited(await request(reading).get('/api/v1/cashout/intents').set(asUser()));
  });

  const users = (app: Express, credential: Readonly<Record<string, string>>) =>
    request(app).get('/api/v1/users').set(credential);
  const countOf = ({ headers }: request.Response) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers[`ratelimit-${name}`]));

  it('count each credential, valid or not, in a bucket of its own within an address', async () => {
    const app = suite.world.appWith({
      limits: createRateLimits({ ...NO_LIMITS, ip: 1, credentialed: 3, authFailure: 0 }),
    });
    const wrong = { Authorization: 'Bearer wrong' };
    const answers = [await users(app, asPartner()), await users(app, wrong), await users(app, asPartner())];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200]);
    expectLimited(await users(app, asPartner()));
    expect((await request(app).get('/api/v1/accepted-cryptos')).status).toBe(200);
    expectLimited(await request(app).get('/api/v1/accepted-cryptos'));
  });

  it('look up no credential for a limited caller', async () => {
    const asked: string[] = [];
    const credentials = {
      ...suite.world.deps.credentials,
      keyHolder: (hash: string) => {
        asked.push(hash);
        return suite.world.deps.credentials.keyHolder(hash);
      },
    };
    const limits = createRateLimits({ ...NO_LIMITS, credentialed: 1 });
    const app = suite.world.appWith({ limits, credentials });
    expect((await users(app, asPartner())).status).toBe(200);
    expectLimited(await users(app, asPartner()));
    expect(asked).toHaveLength(1);
  });

  it.each([
    '/api/v1/accepted-cryptos',
    '/docs',
    '/nowhere',
  ])('give no larger bucket for a credential that %s does not use', async (path) => {
    const app = suite.world.appWith({ limits: createRateLimits({ ...NO_LIMITS, ip: 1, credentialed: 100 }) });
    await request(app).get(path).set(asPartner());
    expectLimited(await request(app).get(path).set(asPartner()));
    expectLimited(await request(app).get(path));
  });

  it('count a partner over all its keys and routes, and no other partner', async () => {
    const app = limited('partner');
    const other = await suite.world.partner();
    expect((await users(app, asPartner())).status).toBe(200);
    expect((await request(app).get('/api/v1/partners/me/api-keys').set(asPartner())).status).toBe(200);
    expectLimited(await users(app, asPartner()));
    expect((await users(app, { Authorization: `Bearer ${other.apiKey}` })).status).toBe(200);
    expect((await request(app).get('/api/v1/cashout/intents').set(asUser())).status).toBe(200);
  });

  it('use the partner’s own limit when its terms set one', async () => {
    const own = await suite.world.partner();
    const { partnerId } = own;
    await suite.world.service.changePartnerTerms(
      { partnerId, requestsPerMinute: 3 },
      systemContext('test', randomUUID(), 'test'),
    );
    await suite.world.project();
    const app = limited('partner');
    const asOwn = { Authorization: `Bearer ${own.apiKey}` };
    const answers = [await users(app, asOwn), await users(app, asOwn), await users(app, asOwn)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expectLimited(await users(app, asOwn));
  });

  it('count a partner’s users together, without requests that a user’s bucket refused', async () => {
    const app = suite.world.appWith({ limits: createRateLimits({ ...NO_LIMITS, userGet: 2, partnerUsers: 3 }) });
    const [one, two] = [await suite.world.user(suite.partner), await suite.world.user(suite.partner)];
    const read = ({ token }: User) =>
      request(app).get('/api/v1/cashout/intents').set('Authorization', `Bearer ${token}`);
    expect([(await read(one)).status, (await read(one)).status]).toEqual([200, 200]);
    for (let count = 0; count < 3; count += 1) expectLimited(await read(one));
    expect((await read(two)).status).toBe(200);
    expectLimited(await read(two));
    const foreign = await suite.world.user(await suite.world.partner());
    expect((await read(foreign)).status).toBe(200);
    expect((await users(app, asPartner())).status).toBe(200);
  });

  it('accept a valid credential when the failures of the address are used up', async () => {
    const app = suite.world.appWith({
      limits: createRateLimits({ ...NO_LIMITS, ip: 4, credentialed: 50, partner: 50 }),
    });
    const wrong = { Authorization: 'Bearer wrong' };
    expect((await users(app, wrong)).status).toBe(401);
    expectLimited(await users(app, wrong));
    expect((await users(app, asPartner())).status).toBe(200);
  });

  it('report the bucket with the fewest remaining requests on every counted answer', async () => {
    const limits = createRateLimits({ ...NO_LIMITS, ip: 9, authFailure: 2, credentialed: 5, partner: 3 });
    const app = suite.world.appWith({ limits });
    const reset = expect.any(Number);
    expect(countOf(await request(app).get('/api/v1/accepted-cryptos'))).toEqual([9, 8, reset]);
    expect(countOf(await users(app, asPartner()))).toEqual([3, 2, reset]);
    expect(countOf(await users(app, { Authorization: 'Bearer wrong' }))).toEqual([2, 1, reset]);
    expect(countOf(await users(app, asPartner()))).toEqual([3, 1, reset]);
    expect(countOf(await users(app, asPartner()))).toEqual([3, 0, reset]);
    const nowhere = await request(app).get('/nowhere');
    expect([nowhere.status, countOf(nowhere)]).toEqual([404, [9, 7, reset]]);
    const wrong = await users(app, { Authorization: 'Bearer wrong' });
    expect([wrong.status, countOf(wrong)]).toEqual([401, [5, 0, reset]]);
    const refused = await users(app, asPartner());
    expectLimited(refused);
    expect(countOf(refused)).toEqual([5, 0, Number(refused.headers['retry-after'])]);
    expect((await request(app).get('/health')).headers).not.toHaveProperty('ratelimit-limit');
  });
});
