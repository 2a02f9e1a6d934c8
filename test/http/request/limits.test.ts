import request from 'supertest';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { evmWallet } from '../../samples/wallets';
import { expectInvalid } from '../expect-problem';
import { walletDoor } from '../wallet/wallet-door';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
});
afterAll(() => world.close());

const NO_LIMITS = { ip: 0, userGet: 0, cashoutPost: 0, cashinPost: 0, withdraw: 0, validateCode: 0 };
const asUser = () => ({ Authorization: `Bearer ${user.token}` });
const asPartner = () => ({ Authorization: `Bearer ${partner.apiKey}` });
const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };
const quote = (body: object, app = world.app) => request(app).post('/api/v1/cashout/quote').set(asUser()).send(body);
const intent = (body: object, app = world.app) => request(app).post('/api/v1/cashout/intent').set(asUser()).send(body);

describe('limits', () => {
  const limited = (limit: string) =>
    world.appWith({
      limits: createRateLimits({ ...NO_LIMITS, [limit]: 2 }),
    });
  const expectLimited = (answer: request.Response): void => {
    const retryAfter = +(answer.headers['retry-after'] ?? '');
    expect([answer.status, answer.body]).toEqual([
      429,
      { success: false, error: 'Too many requests', code: 'RATE_LIMITED', retryAfter },
    ]);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
  };

  it('count an address over all routes, wrong credentials included, and leave health alone', async () => {
    const app = limited('ip');
    expect((await request(app).get('/api/v1/accepted-cryptos')).status).toBe(200);
    expect((await request(app).get('/api/v1/users')).status).toBe(401);
    expectLimited(await request(app).get('/api/v1/accepted-cryptos'));
    expectLimited(await request(app).get('/api/v1/users').set(asPartner()));
    expect((await request(app).get('/health')).status).toBe(200);
    expect((await request(app).get('/api/v1/health/live')).status).toBe(200);
  });

  it('count failures to authenticate per address, and let a good credential pass', async () => {
    const app = limited('authFailure');
    const wrong = () => request(app).get('/api/v1/users').set('Authorization', 'Bearer wrong');
    expect([(await wrong()).status, (await wrong()).status]).toEqual([401, 401]);
    expectLimited(await wrong());
    expectLimited(await request(app).get('/api/v1/cashout/intents'));
    expect((await request(app).get('/api/v1/users').set(asPartner())).status).toBe(200);
    expect((await request(app).get('/api/v1/accepted-cryptos')).status).toBe(200);
  });

  it('count wrong signatures and wrong codes of wallets as failures too, and let a good signature pass', async () => {
    const wallet = evmWallet();
    const named = { address: wallet.address, blockchain: wallet.blockchain };
    const signature = `0x${'1'.repeat(130)}`;
    const attempts = { verify: { ...named, signature }, 'otp/verify': { ...named, code: '12345678' } };
    for (const [path, body] of Object.entries(attempts)) {
      const app = limited('authFailure');
      const attempt = () => request(app).post(`/api/auth/${path}`).send(body);
      expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401]);
      expectLimited(await attempt());
      expect((await walletDoor(app).logIn(wallet)).status).toBe(200);
    }
  });

  it('believe no X-Forwarded-For by default', async () => {
    const app = limited('ip');
    const from = (address: string) => request(app).get('/api/v1/accepted-cryptos').set('X-Forwarded-For', address);
    await from('1.1.1.1');
    await from('2.2.2.2');
    expectLimited(await from('3.3.3.3'));
  });

  it('count what a trusted proxy says, by /64 for IPv6', async () => {
    const settings = { ...world.deps.settings, trustedProxies: ['127.0.0.0/8', '::ffff:127.0.0.0/104'] };
    const app = world.appWith({ limits: createRateLimits({ ...NO_LIMITS, ip: 2 }), settings });
    const from = (address: string) => request(app).get('/api/v1/accepted-cryptos').set('X-Forwarded-For', address);
    await from('2001:db9::1');
    await from('6.6.6.6, 2001:db9::2');
    expectLimited(await from('2001:db9::3'));
    expect((await from('2001:db9:0:1::1')).status).toBe(200);
  });

  it('have one bucket for quotes and intents of a user, and another for reading', async () => {
    const app = limited('cashoutPost');
    expect((await quote(QUOTE, app)).status).toBe(200);
    expectInvalid(await request(app).post('/API/v1/cashout/QUOTE/').set(asUser()).send({}), ['assetId']);
    expectLimited(await intent({ quoteId: 'x' }, app));
    expect((await request(app).get('/api/v1/cashout/intents').set(asUser())).status).toBe(200);
    const other = await world.user(partner);
    const asOther = request(app).post('/api/v1/cashout/quote').set('Authorization', `Bearer ${other.token}`);
    expect((await asOther.send(QUOTE)).status).toBe(200);
    const reading = limited('userGet');
    await request(reading).get('/api/v1/cashout/intents').set(asUser());
    await request(reading).head('/api/v1/cashout/intents').set(asUser());
    expectLimited(await request(reading).get('/api/v1/cashout/intents').set(asUser()));
  });
});
