import request from 'supertest';
import { boletoOf } from '../../samples/boletos';
import { expectInvalid, expectProblem } from '../expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';
import { payOnChain } from './pay-on-chain';

let world: HttpWorld;
let partner: Partner;
let user: User;
let intentId: string;

const TXID = `0x${'5c'.repeat(32)}`;

interface Intent {
  readonly intentId: string;
  readonly memo: string;
  readonly receiver: string;
  readonly amountBaseUnits: string;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const newIntent = async (invoiceCode = FIXED_CODE): Promise<Intent> => {
  const post = (path: string, body: object) =>
    request(world.app).post(`/api/v1/cashout/${path}`).set(bearer(user.token)).send(body);
  const quoted = await post('quote', { assetId: 202, invoiceCode });
  const { data }: { data: Intent } = (await post('intent', { quoteId: quoted.body.data.quoteId as string })).body;
  return data;
};

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  const { memo, receiver, amountBaseUnits, ...intent } = await newIntent();
  await payOnChain(world, { txid: TXID, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  intentId = intent.intentId;
});
afterAll(() => world.close());

const DOORS = [
  ['/api/v1/receipts', 'token'],
  ['/api/receipts', 'walletToken'],
] as const;

describe.each(DOORS)('%s', (path, token) => {
  const get = (rest: string, as = user) => request(world.app).get(`${path}${rest}`).set(bearer(as[token]));

  it('finds a payment by the transaction that paid for it', async () => {
    const answer = await get(`/pix?tx=${TXID}&chain=ethereum`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      error: null,
      data: {
        type: 'pix',
        status: 'COMPLETED',
        receiptUrl: expect.stringMatching(/^\/receipts\/baf[a-z2-7]{56}\.[\w-]{22}$/),
        intentId,
        amount: 30,
        currency: 'BRL',
        payee: expect.stringContaining('*'),
        endToEndId: expect.any(String),
        paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        chain: 'ethereum',
        txHash: TXID,
      },
    });
  });

  it('finds a transaction in any spelling of its hex', async () => {
    const answer = await get(`/pix?tx=0x${'5C'.repeat(32)}&chain=ethereum`);
    expect([answer.status, answer.body.data.intentId]).toEqual([200, intentId]);
  });

  it.each([
    ['another type', `/boleto?tx=${TXID}&chain=ethereum`],
    ['another transaction', `/pix?tx=0x${'00'.repeat(32)}&chain=ethereum`],
    ['what is no transaction', "/pix?tx=';--&chain=ethereum"],
    ['another network', `/pix?tx=${TXID}&chain=polygon`],
    ['a network by the name of a property', `/pix?tx=${TXID}&chain=__proto__`],
  ])('does not find %s', async (_what, rest) => {
    expectProblem(await get(rest), 404, 'RECEIPT_NOT_FOUND');
  });

  it.each([
    ['/cash?tx=x&chain=ethereum', ['type']],
    ['/pix', ['chain', 'tx']],
    ['/pix?tx=x', ['chain']],
    ['/pix?tx=&chain=ethereum', ['tx']],
    [`/pix?tx=${'x'.repeat(129)}&chain=ethereum`, ['tx']],
    ['/pix?tx=x&tx=y&chain=ethereum', ['tx']],
  ])('refuses %s', async (rest, fields) => {
    expectInvalid(await get(rest), fields);
  });
});

describe('a receipt of a boleto', () => {
  const BOLETO_TXID = `0x${'b0'.repeat(32)}`;
  const barcode = boletoOf(25_000n);
  const get = () =>
    request(world.app).get(`/api/v1/receipts/boleto?tx=${BOLETO_TXID}&chain=ethereum`).set(bearer(user.token));

  beforeAll(async () => {
    const { memo, receiver, amountBaseUnits } = await newIntent(barcode);
    await payOnChain(world, { txid: BOLETO_TXID, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  });

  it('names the boleto that was paid', async () => {
    const { status, body } = await get();
    expect([status, body.data]).toEqual([200, expect.objectContaining({ type: 'boleto', amount: 250, barcode })]);
    expect(body.data.payee).not.toContain(barcode);
  });

  it('names no boleto after its user’s erasure', async () => {
    await world.ports.vault.erase(user.userId);
    const { status, body } = await get();
    expect([status, body.data.type]).toEqual([200, 'boleto']);
    expect(body.data).not.toHaveProperty('barcode');
  });
});
