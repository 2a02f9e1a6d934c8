import request from 'supertest';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { NO_LIMITS } from '../../doubles/limits';
import { expectInvalid, expectLimited, expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';
import { FIXED_CODE, type User } from '../world';

const suite = httpSuite();

const CUSTOMER = { taxID: '52998224725' };
const QUOTE = { assetId: 202, amount: 150 };
const as = ({ token }: User) => ({ Authorization: `Bearer ${token}` });
const quote = (body: object, app = suite.world.app) =>
  request(app).post('/api/v1/cashin/quote').set(as(suite.user)).send(body);
const intent = (body: object, app = suite.world.app) =>
  request(app).post('/api/v1/cashin/intent').set(as(suite.user)).send(body);
const quoteId = async (): Promise<string> => {
  const { data }: { data: { quoteId: string } } = (await quote(QUOTE)).body;
  return data.quoteId;
};

describe('the limit of cash-in', () => {
  const limited = () => suite.world.appWith({ limits: createRateLimits({ ...NO_LIMITS, cashinPost: 1 }) });

  it('counts quotes and intents of a user together, and gives a retry time', async () => {
    const app = limited();
    expect((await quote(QUOTE, app)).status).toBe(200);
    expectLimited(await quote(QUOTE, app));
    expectLimited(await intent({ quoteId: await quoteId(), customer: CUSTOMER }, app));
    const wrongFirst = limited();
    expectInvalid(await intent({}, wrongFirst), ['quoteId']);
    expectLimited(await quote(QUOTE, wrongFirst));
  });

  it('counts no other requests of the user, and no other users', async () => {
    const app = limited();
    await quote(QUOTE, app);
    expect((await request(app).get('/api/v1/cashin/intents').set(as(suite.user))).status).toBe(200);
    const cashout = { assetId: 202, invoiceCode: FIXED_CODE };
    expect((await request(app).post('/api/v1/cashout/quote').set(as(suite.user)).send(cashout)).status).toBe(200);
    const other = await suite.world.user(suite.partner);
    expect((await request(app).post('/api/v1/cashin/quote').set(as(other)).send(QUOTE)).status).toBe(200);
  });
});

describe('creating an intent of a cash-in', () => {
  it('reports that the charge was refused, and that its quote is used', async () => {
    const quoted = await quote(QUOTE).set('X-Sandbox-Scenario', 'CHARGE_REFUSED');
    const asked = { quoteId: quoted.body.data.quoteId, customer: CUSTOMER };
    expectProblem(await intent(asked), 502, 'PROVIDER_FAILURE');
    expectProblem(await intent(asked), 422, 'QUOTE_ALREADY_USED');
  });
});
