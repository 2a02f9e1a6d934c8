import request from 'supertest';
import { httpSuite } from '../suite';
import { payOnChain } from '../user/pay-on-chain';
import { FIXED_CODE } from '../world';

const suite = httpSuite();

const HASH = `0x${'Ab'.repeat(32)}`;
const QUOTE = { code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' };
const post = (path: string, body: object, as = suite.user) =>
  request(suite.world.app).post(`/api/payments${path}`).set('Authorization', `Bearer ${as.walletToken}`).send(body);
const get = (path: string, as = suite.user) =>
  request(suite.world.app).get(`/api/payments${path}`).set('Authorization', `Bearer ${as.walletToken}`);

interface Payment {
  readonly id: string;
  readonly memo: string;
  readonly receiver: string;
  readonly amountBaseUnits: string;
}

const create = async (as = suite.user): Promise<Payment> => {
  const quoted = await post('/quote', QUOTE, as);
  const { data }: { data: Payment } = (await post('/create', { quoteId: quoted.body.data.quoteId as string }, as)).body;
  return data;
};

const transferOf = ({ memo, receiver, amountBaseUnits }: Payment, txid: string) => ({
  ...{ txid, receiver, amountBaseUnits },
  memos: [memo],
  assetId: 202,
});

const statusOf = async (id: string, as = suite.user): Promise<string> =>
  (await get(`/${id}`, as)).body.data.status as string;

describe('a payment', () => {
  it('is quoted, created, read and listed under the names of the wallet’s surface', async () => {
    const quoted = await post('/quote', QUOTE);
    expect([quoted.status, quoted.body.data.valuesAndFees.paymentInFiat]).toEqual([200, 30]);
    const { quoteId }: { quoteId: string } = quoted.body.data;
    const created = await post('/create', { quoteId });
    expect(created.status).toBe(201);
    const { data } = created.body;
    expect(data).toEqual({
      id: expect.stringMatching(/^baf[a-z2-7]{56}$/),
      paymentId: data.id,
      quoteId,
      status: 'RECEIVED',
      memo: `lastro:${data.id}`,
      receiver: expect.any(String),
      amount: expect.stringMatching(/^\d+\.\d+$/),
      amountBaseUnits: expect.stringMatching(/^\d+$/),
      assetId: 202,
      blockchain: 'ethereum',
      expiresAt: expect.any(String),
      onChain: { memoType: 'CALLDATA', memoValue: data.memo },
      instruction: { to: data.receiver, data: data.memo },
    });
    const read = await get(`/${data.id}`);
    expect(read.body.data).toMatchObject({ ...data, invoiceType: 'pix', invoiceValue: 30, deposits: [] });
    expect(read.body.data.intentId).toBeUndefined();
    const listed = await get('?limit=1');
    expect(listed.body).toMatchObject({ success: true, data: [read.body.data], meta: { hasMore: false } });
    const intents = await request(suite.world.app)
      .get(`/api/v1/cashout/intent/${data.id}`)
      .set('Authorization', `Bearer ${suite.user.token}`);
    expect([intents.status, intents.body.data.status]).toEqual([200, 'PENDING']);
  });

  it('is listed page by page, newest first', async () => {
    suite.world.clock.advance(1000);
    const older = await create();
    suite.world.clock.advance(1000);
    const newer = await create();
    const first = await get('?limit=1');
    expect([first.body.data[0].id, first.body.meta]).toEqual([newer.id, { nextCursor: newer.id, hasMore: true }]);
    expect((await get(`?limit=1&cursor=${newer.id}`)).body.data[0].id).toBe(older.id);
  });

  it('is COMPLETED when its transfer is final, and EXPIRED without a transfer', async () => {
    const payment = await create();
    const abandoned = await create();
    await payOnChain(suite.world, transferOf(payment, HASH.toLowerCase()));
    const { data } = (await get(`/${payment.id}`)).body;
    expect([data.status, data.deposits[0].txHash]).toEqual(['COMPLETED', HASH.toLowerCase()]);
    expect((data.timeline as { event: string }[]).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['DepositAccepted', 'PayoutSettled', 'CashoutCompleted']),
    );
    suite.world.clock.advance(1_000_000);
    await payOnChain(suite.world, { txid: `0x${'0'.repeat(64)}`, memos: [], assetId: null });
    expect(await statusOf(abandoned.id)).toBe('EXPIRED');
  });
});

describe('submitting a transaction', () => {
  it('answers the unchanged payment, and writes no event', async () => {
    const payment = await create();
    const before = await suite.world.eventCount();
    const answer = await post('/submit', { paymentId: payment.id, txHash: HASH });
    expect([answer.status, answer.body.data.status]).toEqual([200, 'RECEIVED']);
    expect(answer.body.data).toEqual((await get(`/${payment.id}`)).body.data);
    expect(await suite.world.eventCount()).toBe(before);
  });

  it('keeps one hint for a transaction and at most 20 for a wallet, with the same answer', async () => {
    const payer = await suite.world.user(suite.partner);
    const payment = await create(payer);
    for (const count of [...Array.from({ length: 25 }, (_, index) => 10 + index), 10]) {
      const answer = await post('/submit', { paymentId: payment.id, txHash: `0x${`${count}`.repeat(32)}` }, payer);
      expect([answer.status, answer.body.data.status]).toEqual([200, 'RECEIVED']);
    }
    const text = 'SELECT count(*)::integer FROM lastro.chain_hints WHERE network = $1 AND told_by = $2';
    const { rows } = await suite.world.pool.query(text, ['ethereum', `wallet/${payer.userId}`]);
    expect(rows).toEqual([{ count: 20 }]);
  });

  it('pays no payment by the transaction of another: only the memo on the chain counts', async () => {
    const thief = await suite.world.user(suite.partner);
    const theirs = await create();
    const own = await create(thief);
    const txid = `0x${'5c'.repeat(32)}`;
    const before = await post('/submit', { paymentId: own.id, txHash: txid }, thief);
    expect([before.status, before.body.data.status]).toEqual([200, 'RECEIVED']);
    await payOnChain(suite.world, transferOf(theirs, txid));
    const after = await post('/submit', { paymentId: own.id, txHash: txid }, thief);
    expect([after.body.data.status, after.body.data.deposits]).toEqual(['RECEIVED', []]);
    expect(await statusOf(theirs.id)).toBe('COMPLETED');
    await payOnChain(suite.world, { ...transferOf(theirs, txid), position: '1' });
    expect(await statusOf(own.id, thief)).toBe('RECEIVED');
  });
});
