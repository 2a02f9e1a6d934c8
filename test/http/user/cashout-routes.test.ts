import request from 'supertest';
import { httpSuite } from '../suite';
import { FIXED_CODE } from '../world';

const suite = httpSuite();

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f-]{36}$/;
const asUser = () => ({ Authorization: `Bearer ${suite.user.token}` });
const post = (path: string, body: object, headers: Record<string, string>) =>
  request(suite.world.app).post(path).set(headers).send(body);
const get = (path: string, headers: Record<string, string> = {}) => request(suite.world.app).get(path).set(headers);

interface Quoted {
  readonly quoteId: string;
  readonly valuesAndFees: Record<'paymentInCrypto' | 'totalFeeCrypto' | 'totalCrypto', string>;
  readonly priceContext: object;
}

const quote = async (): Promise<string> => {
  const { data }: { data: Quoted } = (
    await post('/api/v1/cashout/quote', { assetId: 202, invoiceCode: FIXED_CODE }, asUser())
  ).body;
  return data.quoteId;
};
const intent = async (): Promise<string> => {
  const { data }: { data: { intentId: string } } = (
    await post('/api/v1/cashout/intent', { quoteId: await quote() }, asUser())
  ).body;
  return data.intentId;
};

describe('quotes', () => {
  it('sum to the last unit', async () => {
    const answer = await post('/api/v1/cashout/quote', { assetId: 202, invoiceCode: FIXED_CODE }, asUser());
    expect(answer.status).toBe(200);
    const { valuesAndFees, priceContext, ...rest }: Quoted = answer.body.data;
    expect(rest).toEqual({
      id: rest.quoteId,
      quoteId: expect.stringMatching(UUID),
      expiresAt: new Date(suite.world.clock.now() + 300_000).toISOString(),
      ttlSeconds: 300,
    });
    expect(valuesAndFees).toMatchObject({ paymentInFiat: 30, networkFeeFiat: 0, totalFeeFiat: 1, totalFiat: 31 });
    const units = (text: string): bigint => BigInt(Math.round(parseFloat(text) * 1e6));
    expect(units(valuesAndFees.paymentInCrypto) + units(valuesAndFees.totalFeeCrypto)).toBe(
      units(valuesAndFees.totalCrypto),
    );
    expect(Object.keys(priceContext)).toEqual([
      'pair',
      'price',
      'priceAfterDiscount',
      'discountAppliedBps',
      'feeFloor',
      'feePercentApplied',
      'updated_at',
      'sources',
    ]);
    expect(priceContext).toMatchObject({ pair: 'USDT/BRL', feePercentApplied: 1.5, feeFloor: 1 });
  });

  it('can be read again, also after they have expired', async () => {
    const quoteId = await quote();
    suite.world.clock.advance(301_000);
    const answer = await get(`/api/v1/cashout/quote/${quoteId}`, asUser());
    expect([answer.status, answer.body.data.quoteId, answer.body.data.ttlSeconds]).toEqual([200, quoteId, 0]);
  });
});

describe('intents', () => {
  it('show amount, receiver and memo of the payment', async () => {
    const quoteId = await quote();
    const answer = await post('/api/v1/cashout/intent', { quoteId, sender: suite.user.pubkey }, asUser());
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toEqual({
      id: data.intentId,
      intentId: expect.stringMatching(/^baf[a-z2-7]{56}$/),
      quoteId,
      status: 'PENDING',
      memo: `lastro:${data.intentId}`,
      receiver: '0x00000000000000000000000000000000000000aa',
      amount: expect.stringMatching(/^\d+\.\d+$/),
      amountBaseUnits: expect.stringMatching(/^\d+$/),
      assetId: 202,
      blockchain: 'ethereum',
      expiresAt: expect.stringMatching(ISO),
      onChain: { memoType: 'CALLDATA', memoValue: data.memo },
      instruction: { to: data.receiver, data: data.memo },
    });
    const read = await get(`/api/v1/cashout/intent/${data.intentId}`, asUser());
    expect(read.body.data).toEqual({
      ...data,
      invoiceType: 'pix',
      invoiceValue: 30,
      invoiceCurrency: 'BRL',
      destination: expect.any(String),
      deposits: [],
      labels: [],
      timeline: [{ event: 'CashoutIntentCreated', at: expect.stringMatching(ISO) }],
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    const alias = await get(`/api/v1/cashout/intents/${data.intentId}`, asUser());
    expect(alias.body).toEqual(read.body);
    const found = await get(`/api/v1/cashout/intents?quoteId=${quoteId}`, asUser());
    expect(found.body.data).toEqual([read.body.data]);
  });

  it('are listed newest first, page by page and by status', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      suite.world.clock.advance(1000);
      ids.unshift(await intent());
    }
    const first = await get('/api/v1/cashout/intents?limit=2&status=PENDING', asUser());
    const listed: { id: string }[] = first.body.data;
    expect(listed.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.body.meta).toEqual({ nextCursor: ids[1], hasMore: true });
    const next = await get(`/api/v1/cashout/intents?limit=1&cursor=${ids[1] ?? ''}`, asUser());
    expect(next.body.data[0].id).toBe(ids[2]);
    const none = await get('/api/v1/cashout/intents?status=COMPLETED', asUser());
    expect(none.body).toEqual({ success: true, error: null, data: [], meta: { nextCursor: null, hasMore: false } });
  });

  it('are read from their stream when the read model lacks them', async () => {
    const late = suite.world.appWith({ waitUntilApplied: async () => false });
    const created = await request(late)
      .post('/api/v1/cashout/intent')
      .set(asUser())
      .send({ quoteId: await quote() });
    expect(created.status).toBe(201);
    const read = await request(late).get(`/api/v1/cashout/intent/${created.body.data.id}`).set(asUser());
    expect([read.status, read.body.data.status]).toEqual([200, 'PENDING']);
  });
});
