import request from 'supertest';
import { buildGiftCardCode } from '../../../aggregates/codes/gift-card';
import { boletoOf } from '../../samples/boletos';
import { expectInvalid, expectProblem } from '../expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, type User } from '../world';

let world: HttpWorld;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  user = await world.user(await world.partner());
});
afterAll(() => world.close());

const post = (path: string, body: object) =>
  request(world.app).post(`/api/v1/cashout/${path}`).set('Authorization', `Bearer ${user.token}`).send(body);
const quote = (body: object) => post('quote', { assetId: 202, ...body });

const GIFT_CARD = 'GC-SBX-STEAM-5000-DS';

test.each([
  ['pix', { invoiceCode: FIXED_CODE }, 30],
  ['pix', { pixKey: 'fulano@exemplo.com', amount: 12.5 }, 12.5],
  ['pix', { pixKey: '11900000083', pixKeyType: 'CPF', amount: 12.5 }, 12.5],
  ['boleto', { invoiceCode: boletoOf(25_000n) }, 250],
  ['boleto', { invoiceCode: boletoOf(25_000n, '04') }, 255],
  ['giftcard', { invoiceCode: GIFT_CARD }, 50],
])('an intent says that it pays %s: %j', async (invoiceType, body, invoiceValue) => {
  const quoted = await quote(body);
  expect([quoted.status, quoted.body.data?.valuesAndFees.paymentInFiat]).toEqual([200, invoiceValue]);
  const created = await post('intent', { quoteId: quoted.body.data.quoteId });
  expect(created.status).toBe(201);
  const path = `/api/v1/cashout/intent/${created.body.data.intentId}`;
  const read = await request(world.app).get(path).set('Authorization', `Bearer ${user.token}`);
  expect(read.body.data).toMatchObject({ invoiceType, invoiceValue, destination: expect.any(String) });
  for (const told of Object.values(body)) {
    if (typeof told === 'string' && told.length > 4) expect(JSON.stringify(read.body)).not.toContain(told);
  }
});

describe('an error of form is 400 and names its field', () => {
  test.each([
    ['a wrong digit of a boleto', { invoiceCode: boletoOf(25_000n).replace(/17$/, '18') }, ['invoiceCode']],
    ['a wrong check of a gift card', { invoiceCode: 'GC-SBX-STEAM-5001-DS' }, ['invoiceCode']],
    ['a key that could be two things', { pixKey: '11900000083', amount: 1 }, ['pixKey']],
    ['a key that is not of its kind', { pixKey: '11987654321', pixKeyType: 'CPF', amount: 1 }, ['pixKey']],
    ['a kind that PIX has not', { pixKey: 'a@b.co', pixKeyType: 'RANDOM', amount: 1 }, ['pixKeyType']],
    ['a kind without a key', { invoiceCode: FIXED_CODE, pixKeyType: 'CPF' }, ['pixKeyType']],
    ['a key without an amount', { pixKey: 'a@b.co' }, ['amount']],
    ['a code and a key', { pixKey: 'a@b.co', invoiceCode: FIXED_CODE, amount: 30 }, ['invoiceCode']],
    ['a key of 78 characters', { pixKey: 'a'.repeat(78), amount: 1 }, ['pixKey']],
    ['an amount beside the price of a card', { invoiceCode: GIFT_CARD, amount: 49 }, ['amount']],
  ])('%s', async (_what, body, fields) => {
    expectInvalid(await quote(body), fields);
  });
});

describe('what only the institution can refuse is 422', () => {
  test.each([
    ['a boleto that the registry does not know', { invoiceCode: boletoOf(25_000n, '01') }, 'INVALID_CODE'],
    ['a boleto that was paid', { invoiceCode: boletoOf(25_000n, '02') }, 'INVALID_CODE'],
    ['a boleto past its last day', { invoiceCode: boletoOf(25_000n, '03') }, 'INVALID_CODE'],
    ['an unknown card', { invoiceCode: buildGiftCardCode('SBX', 'NOSUCH', 5_000n) }, 'INVALID_CODE'],
    ['a key that nobody has', { pixKey: 'fail.notfound@sandbox.example', amount: 1 }, 'INVALID_PIX_KEY'],
  ])('%s', async (_what, body, code) => {
    expectProblem(await quote(body), 422, code);
  });
});
