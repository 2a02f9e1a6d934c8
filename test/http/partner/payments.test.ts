import request from 'supertest';
import { expectInvalid } from '../expect-problem';
import { httpSuite } from '../suite';
import { payOnChain } from '../user/pay-on-chain';
import { FIXED_CODE, type User } from '../world';

const suite = httpSuite({ fresh: true });

const PAYMENTS = '/api/v1/partners/me/payments';
const as = (credential: string) => ({ Authorization: `Bearer ${credential}` });
const get = (path: string, credential = suite.partner.apiKey) => request(suite.world.app).get(path).set(as(credential));
const post = (path: string, body: object, credential: string) =>
  request(suite.world.app).post(path).set(as(credential)).send(body);

interface Made {
  readonly intentId: string;
  readonly memo: string;
  readonly receiver: string;
  readonly amountBaseUnits: string;
}

/** An intent of the user's own, of which each is a second younger than the one before. */
const intentOf = async (owner: User, known: { reference?: string; externalId?: string } = {}): Promise<Made> => {
  suite.world.clock.advance(1_000);
  const quoted = await post('/api/v1/cashout/quote', { assetId: 202, invoiceCode: FIXED_CODE, ...known }, owner.token);
  const { quoteId }: { quoteId: string } = quoted.body.data;
  const made: { body: { data: Made } } = await post('/api/v1/cashout/intent', { quoteId }, owner.token);
  return made.body.data;
};

const idsOf = ({ body }: { body: { data: { id: string }[] } }): readonly string[] => body.data.map(({ id }) => id);

describe('the payments of a partner', () => {
  it('are those of all its users, newest first, page by page, and no others', async () => {
    const other = await suite.world.user(suite.partner);
    const [first, second, third] = [await intentOf(suite.user), await intentOf(other), await intentOf(suite.user)];
    await intentOf(await suite.world.user(await suite.world.partner()));
    expect(idsOf(await get(PAYMENTS))).toEqual([third, second, first].map(({ intentId }) => intentId));
    const page = await get(`${PAYMENTS}?limit=2`);
    expect(page.body.meta).toEqual({ nextCursor: second.intentId, hasMore: true });
    expect(idsOf(await get(`${PAYMENTS}?limit=2&cursor=${second.intentId}`))).toEqual([first.intentId]);
    expect(idsOf(await get(`${PAYMENTS}?userId=${other.userId}`))).toEqual([second.intentId]);
    expect(idsOf(await get(`${PAYMENTS}?userId=nobody`))).toEqual([]);
  });

  it('show the state of each', async () => {
    const { intentId, memo, receiver, amountBaseUnits } = await intentOf(suite.user, { reference: 'order-17' });
    const txid = `0x${'7a'.repeat(32)}`;
    await payOnChain(suite.world, { txid, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
    const [payment] = (await get(`${PAYMENTS}?status=COMPLETED`)).body.data;
    expect(payment).toMatchObject({
      ...{
        id: intentId,
        intentId,
        kind: 'CASHOUT',
        status: 'COMPLETED',
        userId: suite.user.userId,
        reference: 'order-17',
      },
      ...{ total: 31, fee: 1, invoiceValue: 30, invoiceCurrency: 'BRL', invoiceType: 'pix', blockchain: 'ethereum' },
      ...{ amountBaseUnits, deposits: [{ txHash: txid, amountBaseUnits }] },
    });
    expect(JSON.stringify(payment)).not.toContain('Fulano');
    expect(idsOf(await get(`${PAYMENTS}?status=PENDING`))).toEqual([]);
  });

  it('are found by reference, kind and time', async () => {
    const before = new Date(suite.world.clock.now()).toISOString();
    const first = await intentOf(suite.user, { reference: 'order-17' });
    const second = await intentOf(suite.user, { reference: 'order-18' });
    const madeSecond = new Date(suite.world.clock.now()).toISOString();
    const found = async (query: string) => idsOf(await get(`${PAYMENTS}?${query}`));
    expect(await found('reference=order-17')).toEqual([first.intentId]);
    expect(await found('reference=order-1')).toEqual([]);
    expect(await found(`from=${before}&to=${madeSecond}`)).toEqual([first.intentId]);
    expect(await found(`from=${madeSecond}`)).toEqual([second.intentId]);
    // The same moment in Brazil.
    const inBrazil = `${new Date(Date.parse(madeSecond) - 3 * 3_600_000).toISOString().slice(0, -1)}-03:00`;
    expect(await found(`from=${encodeURIComponent(inBrazil)}`)).toEqual([second.intentId]);
    expect(await found('to=2026-01-01')).toEqual([]);
    expect(await found('kind=CASHOUT')).toEqual([second.intentId, first.intentId]);
    expect(await found('kind=CASHIN')).toEqual([]);
  });

  it.each([
    ['status', 'LOST'],
    ['kind', 'PIX'],
    ['reference', 'order 17'],
    ['reference', ''],
    ['reference', 'x'.repeat(65)],
    ['userId', ''],
    ['from', 'yesterday'],
    ['from', '2026-02-31'],
    ['from', '2026-11-20T25:00:00Z'],
    ['from', '0000-01-01'],
    ['to', '2026-11-20T12:00:00'],
    ['to', ''],
    ['limit', '0'],
    ['limit', '201'],
    ['cursor', 'x'],
  ])('refuse %s=%s', async (name, value) =>
    expectInvalid(await get(`${PAYMENTS}?${name}=${encodeURIComponent(value)}`), [name]));
});

describe('the reference and the external id of a quote', () => {
  it('return unchanged in quote and intent, and the external id only there', async () => {
    const known = { reference: 'A.z_0:9-', externalId: 'pedido da Maria 💳' };
    const quoted = await post(
      '/api/v1/cashout/quote',
      { assetId: 202, invoiceCode: FIXED_CODE, ...known },
      suite.user.token,
    );
    const { quoteId }: { quoteId: string } = quoted.body.data;
    const read = await get(`/api/v1/cashout/quote/${quoteId}`, suite.user.token);
    const made = await post('/api/v1/cashout/intent', { quoteId }, suite.user.token);
    const { intentId }: { intentId: string } = made.body.data;
    const one = await get(`/api/v1/cashout/intent/${intentId}`, suite.user.token);
    const alias = await get(`/api/v1/cashout/intents/${intentId}`, suite.user.token);
    const listed = await get('/api/v1/cashout/intents', suite.user.token);
    for (const data of [quoted, read, made, one, alias].map(({ body }) => body.data as object)) {
      expect(data).toMatchObject(known);
    }
    expect(listed.body.data).toMatchObject([known]);
    const payments = (await get(PAYMENTS)).text;
    expect([payments.includes(known.reference), payments.includes('Maria')]).toEqual([true, false]);
    const { rows } = await suite.world.pool.query(
      `SELECT (SELECT string_agg(i::text, '') FROM lastro.cashout_intents i)
           || (SELECT string_agg(a::text, '') FROM lastro.audit_trail a) AS text`,
    );
    const { text } = rows[0] as { text: string };
    expect([text.includes(known.reference), text.includes('Maria')]).toEqual([true, false]);
  });

  it('are not kept in clear, and a repeated request gets the same bytes', async () => {
    const body = { assetId: 202, invoiceCode: FIXED_CODE, externalId: 'pedido do Joaquim' };
    const asked = () =>
      post('/api/v1/cashout/quote', body, suite.user.token).set('Idempotency-Key', 'quote-of-joaquim');
    const [first, second] = [await asked(), await asked()];
    const { quoteId }: { quoteId: string } = first.body.data;
    const intent = () =>
      post('/api/v1/cashout/intent', { quoteId }, suite.user.token).set('Idempotency-Key', 'his-intent');
    const [made, again] = [await intent(), await intent()];
    expect([first.body.data.externalId, made.body.data.externalId]).toEqual([body.externalId, body.externalId]);
    expect([second.text, again.text]).toEqual([first.text, made.text]);
    expect([second, again].map(({ headers }) => headers['idempotency-hit'])).toEqual(['true', 'true']);
    const { rows } = await suite.world.pool.query(
      'SELECT count(*)::int AS kept, string_agg(k::text, $1) AS text FROM lastro.idempotency_keys k',
      [''],
    );
    const { kept, text } = rows[0] as { kept: number; text: string };
    expect([kept >= 2, text.includes('Joaquim')]).toEqual([true, false]);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(65), 'a\n', 'a/b'])('may not be %j', async (reference) =>
    expectInvalid(
      await post('/api/v1/cashout/quote', { assetId: 202, invoiceCode: FIXED_CODE, reference }, suite.user.token),
      ['reference'],
    ));
});

describe('the reference and the external id of a user in a notification', () => {
  it('are in the feed and the delivery in clear, and null after the erasure of the user', async () => {
    await post('/api/v1/users', { externalUserId: 'maria-17' }, suite.partner.apiKey);
    const put = request(suite.world.app)
      .put(`/api/v1/users/${suite.user.userId}/external-id`)
      .set(as(suite.partner.apiKey));
    await put.send({ externalUserId: 'maria-18' });
    const { memo, receiver, amountBaseUnits } = await intentOf(suite.user, { reference: 'order-19' });
    const txid = `0x${'7b'.repeat(32)}`;
    await payOnChain(suite.world, { txid, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
    const known = { reference: 'order-19', externalUserId: 'maria-18' };
    const feed = await get('/api/v1/partners/me/events');
    expect(feed.body.data).toMatchObject([
      { event: 'INTENT_CONFIRMED', ...known },
      { event: 'INTENT_COMPLETED', ...known },
    ]);
    const { id }: { id: string } = feed.body.data[1];
    const bodyOf = async (): Promise<object> =>
      JSON.parse((await get(`/api/v1/partners/me/webhook-deliveries/${id}`)).body.data.body as string) as object;
    expect(await bodyOf()).toMatchObject(known);
    const { rows } = await suite.world.pool.query('SELECT o::text AS text FROM lastro.webhook_outbox o');
    expect(rows.some(({ text }: { text: string }) => text.includes('maria-18'))).toBe(false);
    await suite.world.ports.vault.erase(suite.user.userId);
    expect(await bodyOf()).toEqual({ ...(await bodyOf()), ...known, externalUserId: null });
    expect((await get('/api/v1/partners/me/events')).body.data).toMatchObject([
      { ...known, externalUserId: null },
      { ...known, externalUserId: null },
    ]);
  });
});
