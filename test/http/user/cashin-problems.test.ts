import request from 'supertest';
import { rejection } from '../../../aggregates/rejection';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { STATUS_OF } from '../../../src/http/problems';
import { NO_LIMITS } from '../../doubles/limits';
import { expectInvalid, expectLimited, expectProblem } from '../expect-problem';
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

const CUSTOMER = { taxID: '52998224725' };
const QUOTE = { assetId: 202, amount: 150 };
const as = ({ token }: User) => ({ Authorization: `Bearer ${token}` });
const quote = (body: object, app = world.app) => request(app).post('/api/v1/cashin/quote').set(as(user)).send(body);
const intent = (body: object, app = world.app) => request(app).post('/api/v1/cashin/intent').set(as(user)).send(body);
const quoteId = async (): Promise<string> => {
  const { data }: { data: { quoteId: string } } = (await quote(QUOTE)).body;
  return data.quoteId;
};

describe('quoting a cash-in', () => {
  it.each([
    ['no fields', {}, ['amount']],
    ['no asset where there is no default', { amount: 150 }, ['assetId']],
    ['an amount of zero', { ...QUOTE, amount: 0 }, ['amount']],
    ['a negative amount', { ...QUOTE, amount: -1 }, ['amount']],
    ['half a cent', { ...QUOTE, amount: 10.005 }, ['amount']],
    ['an amount as text', { ...QUOTE, amount: '150' }, ['amount']],
    ['a text for a number', { ...QUOTE, assetId: '202' }, ['assetId']],
    ['an unknown field', { ...QUOTE, deliveryMode: 'PARTNER' }, ['deliveryMode']],
    ['another currency', { ...QUOTE, fiatCurrency: 'USD' }, ['fiatCurrency']],
    ['a wallet that is none', { ...QUOTE, destinationWallet: 'wallet' }, ['destinationWallet']],
    ['a reference with spaces', { ...QUOTE, reference: 'order 17' }, ['reference']],
  ])('refuses %s', async (_what, body, fields) => {
    expectInvalid(await quote(body), fields);
  });

  it('refuses a scenario that can be none, and hears none of live credentials', async () => {
    expectInvalid(await quote(QUOTE).set('X-Sandbox-Scenario', 'no such'), ['X-Sandbox-Scenario']);
    const live = await world.user(await world.partner('live'));
    const asked = request(world.app).post('/api/v1/cashin/quote').set(as(live)).set('X-Sandbox-Scenario', 'no such');
    expectProblem(await asked.send(QUOTE), 503, 'PROVIDER_NOT_CONFIGURED');
  });

  it('refuses assets that are unknown, or that are not sold', async () => {
    expectProblem(await quote({ ...QUOTE, assetId: 999 }), 400, 'INVALID_ASSET_ID');
    expectProblem(await quote({ ...QUOTE, assetId: 201 }), 400, 'INVALID_ASSET_ID');
  });

  it('refuses amounts outside the limits', async () => {
    expectProblem(await quote({ ...QUOTE, amount: 10_000.01 }), 422, 'AMOUNT_ABOVE_LIMIT');
    expectProblem(await quote({ ...QUOTE, amount: 0.99 }), 422, 'AMOUNT_BELOW_MINIMUM');
    expectProblem(await quote({ ...QUOTE, amount: 1 }), 422, 'AMOUNT_BELOW_MINIMUM');
  });

  it("refuses another wallet than the user's", async () => {
    const destinationWallet = '0x00000000000000000000000000000000000000cc';
    expectProblem(await quote({ ...QUOTE, destinationWallet }), 403, 'WALLET_MISMATCH');
    expectProblem(
      await intent({ quoteId: await quoteId(), customer: CUSTOMER, destinationWallet }),
      ...([403, 'WALLET_MISMATCH'] as const),
    );
  });

  it('passes on what a command refuses', async () => {
    for (const code of ['PROVIDER_FAILURE', 'PROVIDER_NOT_CONFIGURED', 'SERVICE_UNAVAILABLE'] as const) {
      const issueCashinQuote = () => Promise.reject(rejection(code, 'no'));
      expectProblem(await quote(QUOTE, world.appWith({ issueCashinQuote })), STATUS_OF[code], code);
    }
  });
});

describe('the limit of cash-in', () => {
  const limited = () => world.appWith({ limits: createRateLimits({ ...NO_LIMITS, cashinPost: 1 }) });

  it('counts quotes and intents of a user together, whatever they are answered, and says when to come back', async () => {
    const app = limited();
    expect((await quote(QUOTE, app)).status).toBe(200);
    expectLimited(await quote(QUOTE, app));
    expectLimited(await intent({ quoteId: await quoteId(), customer: CUSTOMER }, app));
    const wrongFirst = limited();
    expectInvalid(await intent({}, wrongFirst), ['quoteId']);
    expectLimited(await quote(QUOTE, wrongFirst));
  });

  it('counts nothing else of the user, and no other user', async () => {
    const app = limited();
    await quote(QUOTE, app);
    expect((await request(app).get('/api/v1/cashin/intents').set(as(user))).status).toBe(200);
    const cashout = { assetId: 202, invoiceCode: FIXED_CODE };
    expect((await request(app).post('/api/v1/cashout/quote').set(as(user)).send(cashout)).status).toBe(200);
    const other = await world.user(partner);
    expect((await request(app).post('/api/v1/cashin/quote').set(as(other)).send(QUOTE)).status).toBe(200);
  });
});

describe('the KYC gate of cash-in', () => {
  it('is behind the shape of the request and before any look-up', async () => {
    const pending = await world.user(partner, 'PENDING');
    const ask = (path: string, body: object) => request(world.app).post(path).set(as(pending)).send(body);
    expectInvalid(await ask('/api/v1/cashin/quote', {}), ['amount']);
    expectProblem(await ask('/api/v1/cashin/quote', { ...QUOTE, assetId: 999 }), 403, 'INSUFFICIENT_KYC');
    expectProblem(await ask('/api/v1/cashin/intent', { quoteId: 'unknown' }), 403, 'INSUFFICIENT_KYC');
    expect((await request(world.app).get('/api/v1/cashin/intents').set(as(pending))).status).toBe(200);
  });
});

describe('creating an intent of a cash-in', () => {
  it('refuses a quote that is unknown, that cannot be one, or is one of a cash-out', async () => {
    const unknown = { quoteId: '0f8fad5b-d9cb-469f-a165-70867728950e', customer: CUSTOMER };
    expectProblem(await intent(unknown), 404, 'QUOTE_NOT_FOUND');
    expectProblem(await intent({ ...unknown, quoteId: '../partner-1' }), 404, 'QUOTE_NOT_FOUND');
    const cashout = await request(world.app)
      .post('/api/v1/cashout/quote')
      .set(as(user))
      .send({ assetId: 202, invoiceCode: FIXED_CODE });
    const { quoteId: other } = cashout.body.data;
    expectProblem(await intent({ ...unknown, quoteId: other }), 404, 'QUOTE_NOT_FOUND');
    const theirs = await request(world.app)
      .post('/api/v1/cashout/intent')
      .set(as(user))
      .send({ quoteId: await quoteId() });
    expectProblem(theirs, 404, 'QUOTE_NOT_FOUND');
  });

  it.each([
    ['no quote', {}, ['quoteId']],
    ['a tax id that is none', { quoteId: 'x', customer: { taxID: '529.982.247-26' } }, ['customer.taxID']],
    ['an unknown field of the customer', { quoteId: 'x', customer: { ...CUSTOMER, age: 30 } }, ['customer']],
    ['a customer that is a text', { quoteId: 'x', customer: 'Maria' }, ['customer']],
    ['an enormous name', { quoteId: 'x', customer: { ...CUSTOMER, name: 'M'.repeat(129) } }, ['customer']],
  ])('refuses %s', async (_what, body, fields) => {
    expectInvalid(await intent(body), fields);
  });

  it('needs the tax id of somebody whom KYC has verified no document of', async () => {
    expectInvalid(await intent({ quoteId: await quoteId() }), ['customer.taxID']);
    expectInvalid(await intent({ quoteId: await quoteId(), customer: { name: 'Maria' } }), ['customer.taxID']);
  });

  it('refuses a second intent while one is live, with a Retry-After', async () => {
    const asked = { quoteId: await quoteId(), customer: CUSTOMER };
    expect((await intent(asked)).status).toBe(201);
    const second = await intent(asked);
    expectProblem(second, 409, 'CONCURRENT_OPERATION');
    expect(second.headers['retry-after']).toBe('1');
  });

  it('refuses a quote that has expired', async () => {
    const id = await quoteId();
    world.clock.advance(300_001);
    expectProblem(await intent({ quoteId: id, customer: CUSTOMER }), 422, 'QUOTE_EXPIRED');
  });

  it('says that the charge was refused, and that its quote is used', async () => {
    const quoted = await quote(QUOTE).set('X-Sandbox-Scenario', 'CHARGE_REFUSED');
    const asked = { quoteId: quoted.body.data.quoteId, customer: CUSTOMER };
    expectProblem(await intent(asked), 502, 'PROVIDER_FAILURE');
    expectProblem(await intent(asked), 422, 'QUOTE_ALREADY_USED');
  });
});

describe('reading cash-ins', () => {
  const get = (path: string, owner = user) => request(world.app).get(path).set(as(owner));

  it.each([
    ['/api/v1/cashin/intent/0f8fad5b-d9cb-469f-a165-70867728950e', 'INTENT_NOT_FOUND'],
    ['/api/v1/cashin/intent/none', 'INTENT_NOT_FOUND'],
    ['/api/v1/cashin/quote/0f8fad5b-d9cb-469f-a165-70867728950e', 'QUOTE_NOT_FOUND'],
    ['/api/v1/cashin/quote/none', 'QUOTE_NOT_FOUND'],
  ])('%s is nobody’s', async (path, code) => expectProblem(await get(path), 404, code));

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['status=PENDING', 'status'],
    ['cursor=x', 'cursor'],
    ['quoteId=x', 'quoteId'],
  ])('the list refuses %s', async (query, field) =>
    expectInvalid(await get(`/api/v1/cashin/intents?${query}`), [field]));

  it('another user of the partner sees nothing of it', async () => {
    const id = await quoteId();
    const made = await intent({ quoteId: id, customer: CUSTOMER });
    const other = await world.user(partner);
    expectProblem(await get(`/api/v1/cashin/quote/${id}`, other), 404, 'QUOTE_NOT_FOUND');
    expectProblem(await get(`/api/v1/cashin/intent/${made.body.data.intentId}`, other), 404, 'INTENT_NOT_FOUND');
    expect((await get('/api/v1/cashin/intents', other)).body.data).toEqual([]);
  });
});
