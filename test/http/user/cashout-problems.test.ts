import request from 'supertest';
import { rejection } from '../../../aggregates/rejection';
import { STATUS_OF } from '../../../src/http/problems';
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

const asUser = () => ({ Authorization: `Bearer ${user.token}` });
const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };
const quote = (body: object, app = world.app) => request(app).post('/api/v1/cashout/quote').set(asUser()).send(body);
const intent = (body: object, app = world.app) => request(app).post('/api/v1/cashout/intent').set(asUser()).send(body);
const quoteId = async (): Promise<string> => {
  const { data }: { data: { quoteId: string } } = (await quote(QUOTE)).body;
  return data.quoteId;
};

describe('quoting', () => {
  it.each([
    ['no fields', {}, ['assetId']],
    ['nothing to pay', { assetId: 202 }, ['invoiceCode']],
    ['a text for a number', { ...QUOTE, assetId: '202' }, ['assetId']],
    ['a fraction of an id', { ...QUOTE, assetId: 1.5 }, ['assetId']],
    ['an unknown field', { ...QUOTE, partnerId: 'other' }, ['partnerId']],
    ['a field of another route', { ...QUOTE, walletAddress: 'a@b.c' }, ['walletAddress']],
    ['an amount of zero', { assetId: 202, invoiceCode: OPEN_CODE, amount: 0 }, ['amount']],
    ['a negative amount', { assetId: 202, invoiceCode: OPEN_CODE, amount: -1 }, ['amount']],
    ['half a cent', { assetId: 202, invoiceCode: OPEN_CODE, amount: 10.005 }, ['amount']],
    ['a tenth of a cent', { assetId: 202, invoiceCode: OPEN_CODE, amount: 0.001 }, ['amount']],
    ['a huge amount', { assetId: 202, invoiceCode: OPEN_CODE, amount: 1e21 }, ['amount']],
    ['an amount as text', { assetId: 202, invoiceCode: OPEN_CODE, amount: '10' }, ['amount']],
    ['an amount as list', { assetId: 202, invoiceCode: OPEN_CODE, amount: [10] }, ['amount']],
    ['an amount of null', { assetId: 202, invoiceCode: OPEN_CODE, amount: null }, ['amount']],
    ['no amount for an open code', { assetId: 202, invoiceCode: OPEN_CODE }, ['amount']],
    ['an amount that differs from the code', { ...QUOTE, amount: 31 }, ['amount']],
    ['a code with a wrong checksum', { ...QUOTE, invoiceCode: `${FIXED_CODE.slice(0, -4)}0000` }, ['invoiceCode']],
    ['a code that is none', { ...QUOTE, invoiceCode: 'hello' }, ['invoiceCode']],
    ['another currency', { ...QUOTE, fiatCurrency: 'USD' }, ['fiatCurrency']],
  ])('refuses %s', async (_what, body, fields) => {
    expectInvalid(await quote(body), fields);
  });

  it('refuses a scenario that can be none, and hears none of live credentials', async () => {
    expectInvalid(await quote(QUOTE).set('X-Sandbox-Scenario', 'no such'), ['X-Sandbox-Scenario']);
    const live = await world.user(await world.partner('live'));
    const asked = request(world.app)
      .post('/api/v1/cashout/quote')
      .set({ Authorization: `Bearer ${live.token}` });
    expectProblem(await asked.set('X-Sandbox-Scenario', 'no such').send(QUOTE), 503, 'PROVIDER_NOT_CONFIGURED');
  });

  it('refuses assets that are unknown, or that cannot be sold', async () => {
    expectProblem(await quote({ ...QUOTE, assetId: 999 }), 400, 'INVALID_ASSET_ID');
    expectProblem(await quote({ ...QUOTE, assetId: 203 }), 400, 'INVALID_ASSET_ID');
    expectProblem(await request(world.app).get('/api/v1/getAssetPrice?assetId=999'), 400, 'INVALID_ASSET_ID');
  });

  it('refuses amounts outside the limits', async () => {
    const open = { assetId: 202, invoiceCode: OPEN_CODE };
    expectProblem(await quote({ ...open, amount: 10_000.01 }), 422, 'AMOUNT_ABOVE_LIMIT');
    expectProblem(await quote({ ...open, amount: 0.99 }), 422, 'AMOUNT_BELOW_MINIMUM');
  });

  it("refuses another wallet than the user's", async () => {
    const sender = '0x00000000000000000000000000000000000000cc';
    expectProblem(await quote({ ...QUOTE, sender }), 403, 'WALLET_MISMATCH');
    expectProblem(await intent({ quoteId: await quoteId(), sender }), 403, 'WALLET_MISMATCH');
  });

  it('says when a price or a provider is missing', async () => {
    expectProblem(await quote({ ...QUOTE, assetId: 204 }), 502, 'PROVIDER_FAILURE');
    expectProblem(await request(world.app).get('/api/v1/getAssetPrice?assetId=204'), 502, 'PROVIDER_FAILURE');
    const live = await world.partner('live');
    const { token } = await world.user(live);
    const answer = await request(world.app)
      .post('/api/v1/cashout/quote')
      .set('Authorization', `Bearer ${token}`)
      .send(QUOTE);
    expectProblem(answer, 503, 'PROVIDER_NOT_CONFIGURED');
  });

  it('passes on what a command refuses', async () => {
    for (const code of ['INVALID_CODE', 'INVALID_PIX_KEY', 'WRONG_STATE', 'DEPOSIT_TAKEN'] as const) {
      const issueQuote = () => Promise.reject(rejection(code, 'no'));
      expectProblem(await quote(QUOTE, world.appWith({ issueQuote })), STATUS_OF[code], code);
    }
  });
});

describe('the KYC gate', () => {
  it('is behind the shape of the request and before any look-up', async () => {
    const pending = await world.user(partner, 'PENDING');
    const asPending = { Authorization: `Bearer ${pending.token}` };
    const ask = (path: string, body: object) => request(world.app).post(path).set(asPending).send(body);
    expectInvalid(await ask('/api/v1/cashout/quote', {}), ['assetId']);
    expectInvalid(await ask('/api/v1/cashout/quote', { ...QUOTE, amount: 0 }), ['amount']);
    expectProblem(await ask('/api/v1/cashout/quote', { ...QUOTE, assetId: 999 }), 403, 'INSUFFICIENT_KYC');
    expectProblem(await ask('/api/v1/cashout/intent', { quoteId: 'unknown' }), 403, 'INSUFFICIENT_KYC');
    expect((await request(world.app).get('/api/v1/cashout/intents').set(asPending)).status).toBe(200);
  });
});

describe('creating an intent', () => {
  it('refuses a quote that is unknown or that cannot be one', async () => {
    expectProblem(await intent({ quoteId: '0f8fad5b-d9cb-469f-a165-70867728950e' }), 404, 'QUOTE_NOT_FOUND');
    expectProblem(await intent({ quoteId: '../partner-1' }), 404, 'QUOTE_NOT_FOUND');
  });

  it('refuses a second intent while one is live, with a Retry-After', async () => {
    const id = await quoteId();
    expect((await intent({ quoteId: id })).status).toBe(201);
    const second = await intent({ quoteId: id });
    expectProblem(second, 409, 'CONCURRENT_OPERATION');
    expect(second.headers['retry-after']).toBe('1');
  });

  it('refuses a quote that has expired', async () => {
    const id = await quoteId();
    world.clock.advance(300_001);
    expectProblem(await intent({ quoteId: id }), 422, 'QUOTE_EXPIRED');
  });

  it('refuses a quote whose intent has ended, also after it has expired', async () => {
    const id = await quoteId();
    const created = await intent({ quoteId: id });
    world.clock.advance(301_000);
    const createCashoutIntent = () => Promise.reject(rejection('QUOTE_ALREADY_USED', 'used'));
    expect(created.status).toBe(201);
    expectProblem(await intent({ quoteId: id }, world.appWith({ createCashoutIntent })), 422, 'QUOTE_ALREADY_USED');
  });

  it('refuses what is not its shape', async () => {
    expectInvalid(await intent({}), ['quoteId']);
    expectInvalid(await intent({ quoteId: 'q', userId: 'u' }), ['userId']);
  });
});
