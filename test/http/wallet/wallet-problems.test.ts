import request from 'supertest';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { NO_LIMITS } from '../../doubles/limits';
import { expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';
import { FIXED_CODE } from '../world';

const suite = httpSuite();
const RANDOM_ID = `bafkrei${'a'.repeat(52)}`;
const QUOTE = { code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const post = (path: string, body: object, token = suite.user.walletToken, app = suite.world.app) =>
  request(app).post(`/api/payments${path}`).set(bearer(token)).send(body);
const get = (path: string, token = suite.user.walletToken, app = suite.world.app) =>
  request(app).get(path).set(bearer(token));

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
    for (const token of ['', 'x', suite.user.token, suite.partner.apiKey]) {
      const answer = await request(suite.world.app)[method](path).set(bearer(token));
      expectProblem(answer, 401, 'UNAUTHORIZED');
      bodies.push(JSON.stringify({ ...answer.body, requestId: '' }));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('has tokens that are refused on the versioned surface', async () => {
    for (const path of ['/api/v1/cashout/intents', '/api/v1/receipts/pix?tx=x&chain=ethereum', '/api/v1/users']) {
      expectProblem(await get(path), 401, 'UNAUTHORIZED');
    }
  });

  it('counts in the same limits as the versioned routes', async () => {
    const app = suite.world.appWith({ limits: createRateLimits({ ...NO_LIMITS, cashoutPost: 3, userGet: 1 }) });
    const { token, walletToken } = await suite.world.user(suite.partner);
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
