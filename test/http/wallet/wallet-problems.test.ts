import request from 'supertest';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { NO_LIMITS } from '../../doubles/limits';
import { expectInvalid, expectProblem } from '../expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, OPEN_CODE, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
});
afterAll(() => world.close());

const HASH = `0x${'ab'.repeat(32)}`;
const RANDOM_ID = `bafkrei${'a'.repeat(52)}`;
const QUOTE = { code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const post = (path: string, body: object, token = user.walletToken, app = world.app) =>
  request(app).post(`/api/payments${path}`).set(bearer(token)).send(body);
const get = (path: string, token = user.walletToken, app = world.app) => request(app).get(path).set(bearer(token));
const quoteId = async (as = user): Promise<string> =>
  (await post('/quote', QUOTE, as.walletToken)).body.data.quoteId as string;
const paymentId = async (as = user): Promise<string> =>
  (await post('/create', { quoteId: await quoteId(as) }, as.walletToken)).body.data.id as string;

describe('quoting a payment', () => {
  it.each([
    ['no fields', {}, ['assetId', 'blockchain', 'code']],
    ['a text for a number', { ...QUOTE, assetId: '202' }, ['assetId']],
    ['an unknown field', { ...QUOTE, userId: 'other' }, ['userId']],
    ['the name that the versioned route has for the code', { ...QUOTE, invoiceCode: FIXED_CODE }, ['invoiceCode']],
    ['another network than the asset’s', { ...QUOTE, blockchain: 'polygon' }, ['blockchain']],
    ['another spelling of the network', { ...QUOTE, blockchain: 'Ethereum' }, ['blockchain']],
    ['half a cent', { ...QUOTE, code: OPEN_CODE, amount: 10.005 }, ['amount']],
    ['no amount for an open code', { ...QUOTE, code: OPEN_CODE }, ['amount']],
    ['an amount that differs from the code', { ...QUOTE, amount: 31 }, ['amount']],
    ['a code with a wrong checksum', { ...QUOTE, code: `${FIXED_CODE.slice(0, -4)}0000` }, ['code']],
    ['a code that is none', { ...QUOTE, code: 'hello' }, ['code']],
  ])('refuses %s', async (_what, body, fields) => {
    expectInvalid(await post('/quote', body), fields);
  });

  it('refuses a scenario that can be none, and hears none of live credentials', async () => {
    expectInvalid(await post('/quote', QUOTE).set('X-Sandbox-Scenario', 'no such'), ['X-Sandbox-Scenario']);
    const live = await world.user(await world.partner('live'));
    const asked = post('/quote', QUOTE, live.walletToken).set('X-Sandbox-Scenario', 'no such');
    expectProblem(await asked, 503, 'PROVIDER_NOT_CONFIGURED');
  });

  it('refuses assets that are unknown, or that cannot be sold', async () => {
    expectProblem(await post('/quote', { ...QUOTE, assetId: 999 }), 400, 'INVALID_ASSET_ID');
    expectProblem(await post('/quote', { ...QUOTE, assetId: 203 }), 400, 'INVALID_ASSET_ID');
  });

  it('refuses amounts outside the limits, and says when a price is missing', async () => {
    const open = { ...QUOTE, code: OPEN_CODE };
    expectProblem(await post('/quote', { ...open, amount: 10_000.01 }), 422, 'AMOUNT_ABOVE_LIMIT');
    expectProblem(await post('/quote', { ...open, amount: 0.99 }), 422, 'AMOUNT_BELOW_MINIMUM');
    expectProblem(await post('/quote', { ...QUOTE, assetId: 204 }), 502, 'PROVIDER_FAILURE');
    const live = await world.user(await world.partner('live'));
    expectProblem(await post('/quote', QUOTE, live.walletToken), 503, 'PROVIDER_NOT_CONFIGURED');
  });
});

describe('creating a payment', () => {
  it('refuses a quote that is unknown, another’s, used or expired', async () => {
    const other = await world.user(partner);
    expectInvalid(await post('/create', {}), ['quoteId']);
    expectProblem(await post('/create', { quoteId: 'x' }), 404, 'QUOTE_NOT_FOUND');
    expectProblem(await post('/create', { quoteId: await quoteId(other) }), 404, 'QUOTE_NOT_FOUND');
    const used = await quoteId();
    await post('/create', { quoteId: used });
    expectProblem(await post('/create', { quoteId: used }), 409, 'CONCURRENT_OPERATION');
    const late = await quoteId();
    world.clock.advance(301_000);
    expectProblem(await post('/create', { quoteId: late }), 422, 'QUOTE_EXPIRED');
  });

  it('refuses a key that was used for something else, and one that is no key', async () => {
    await post('/create', { quoteId: await quoteId() }).set('Idempotency-Key', 'k');
    const other = await post('/create', { quoteId: await quoteId() }).set('Idempotency-Key', 'k');
    expectProblem(other, 422, 'IDEMPOTENCY_KEY_REUSED');
    expectInvalid(await post('/create', { quoteId: 'x' }).set('Idempotency-Key', 'a b'), ['Idempotency-Key']);
  });
});

describe('submitting', () => {
  it('refuses what cannot be a transaction of the network', async () => {
    const own = await paymentId();
    expectInvalid(await post('/submit', {}), ['paymentId', 'txHash']);
    for (const txHash of ['0x12', HASH.slice(2), `${HASH}00`, `0x${'g'.repeat(64)}`, '5'.repeat(88)]) {
      expectInvalid(await post('/submit', { paymentId: own, txHash }), ['txHash']);
    }
    expectInvalid(await post('/submit', { paymentId: own, txHash: 'x'.repeat(129) }), ['txHash']);
  });

  it('does not tell another’s payment from one that never was', async () => {
    const others = [
      await paymentId(await world.user(partner)),
      await paymentId(await world.user(await world.partner())),
    ];
    for (const id of [...others, RANDOM_ID, 'x']) {
      expectProblem(await post('/submit', { paymentId: id, txHash: HASH }), 404, 'PAYMENT_NOT_FOUND');
      expectProblem(await get(`/api/payments/${id}`), 404, 'PAYMENT_NOT_FOUND');
    }
    expectInvalid(await get(`/api/payments?cursor=${others[0] ?? ''}`), ['cursor']);
    expectInvalid(await get('/api/payments?limit=0'), ['limit']);
    expectInvalid(await get('/api/payments?limit=201'), ['limit']);
    expectInvalid(await get('/api/payments?limit=1&limit=2'), ['limit']);
  });
});

describe('the wallet surface', () => {
  const routes = [
    ['post', '/api/payments/quote'],
    ['post', '/api/payments/create'],
    ['post', '/api/payments/submit'],
    ['get', '/api/payments'],
    ['get', `/api/payments/${RANDOM_ID}`],
    ['get', '/api/receipts/pix?tx=x&chain=ethereum'],
  ] as const;

  it.each(routes)('opens %s %s to the wallet’s token alone', async (method, path) => {
    const bodies = [];
    for (const token of ['', 'x', user.token, partner.apiKey]) {
      const answer = await request(world.app)[method](path).set(bearer(token));
      expectProblem(answer, 401, 'UNAUTHORIZED');
      bodies.push(JSON.stringify({ ...answer.body, requestId: '' }));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('has tokens that open nothing on the versioned one', async () => {
    for (const path of ['/api/v1/cashout/intents', '/api/v1/receipts/pix?tx=x&chain=ethereum', '/api/v1/users']) {
      expectProblem(await get(path), 401, 'UNAUTHORIZED');
    }
  });

  it('reads for everybody, and quotes and creates only for the approved', async () => {
    const pending = await world.user(partner, 'PENDING');
    const { walletToken } = pending;
    expectProblem(await post('/quote', QUOTE, walletToken), 403, 'INSUFFICIENT_KYC');
    expectProblem(await post('/create', { quoteId: 'x' }, walletToken), 403, 'INSUFFICIENT_KYC');
    expect((await get('/api/payments', walletToken)).status).toBe(200);
  });

  it('counts with the versioned routes, in the same buckets', async () => {
    const app = world.appWith({ limits: createRateLimits({ ...NO_LIMITS, cashoutPost: 3, userGet: 1 }) });
    const { token, walletToken } = await world.user(partner);
    await post('/quote', QUOTE, walletToken, app);
    await post('/submit', {}, walletToken, app);
    await request(app).post('/api/v1/cashout/quote').set(bearer(token)).send({});
    for (const path of ['/quote', '/create', '/submit']) {
      expect((await post(path, {}, walletToken, app)).status).toBe(429);
    }
    expect((await request(app).post('/api/v1/cashout/intent').set(bearer(token)).send({})).status).toBe(429);
    expect((await get('/api/payments', walletToken, app)).status).toBe(200);
    expect((await get('/api/v1/cashout/intents', token, app)).status).toBe(429);
    expect((await get('/api/receipts/pix?tx=x&chain=ethereum', walletToken, app)).status).toBe(429);
  });
});
