import request from 'supertest';
import { boletoOf } from '../../samples/boletos';
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
])('names the payment of an intent %s: %j', async (invoiceType, body, invoiceValue) => {
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
