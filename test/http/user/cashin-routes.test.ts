import request from 'supertest';
import type { LedgerEvent } from '../../../aggregates/events';
import { SCHEMA_VERSIONS } from '../../../aggregates/schema-versions';
import { commandIdOf } from '../../../commands/handling/deterministic-ids';
import { event, metadata } from '../../../packages/testing/src/samples/sample-events';
import { httpSuite } from '../suite';
import type { User } from '../world';

const suite = httpSuite({ fresh: true });

const UUID = /^[0-9a-f-]{36}$/;
const CUSTOMER = {
  name: 'Maria da Silva',
  taxID: '529.982.247-25',
  email: 'maria@exemplo.com',
  phone: '+5511900000000',
};
const as = ({ token }: User, headers: Record<string, string> = {}) => ({
  Authorization: `Bearer ${token}`,
  ...headers,
});
const post = (path: string, body: object, headers = as(suite.user)) =>
  request(suite.world.app).post(path).set(headers).send(body);
const get = (path: string, owner = suite.user) => request(suite.world.app).get(path).set(as(owner));

const quote = async (body: object = {}, headers?: Record<string, string>): Promise<string> => {
  const asked = { assetId: 202, amount: 150, ...body };
  const answer = await post('/api/v1/cashin/quote', asked, as(suite.user, headers));
  const { data }: { data: { quoteId: string } } = answer.body;
  return data.quoteId;
};

interface Made {
  readonly intentId: string;
  readonly brCode: string;
  readonly qrCodeImage: string;
}

const intent = async (body: object = {}): Promise<Made> => {
  suite.world.clock.advance(1_000);
  const answer = await post('/api/v1/cashin/intent', { quoteId: await quote(body), customer: CUSTOMER });
  const { data }: { data: Made } = answer.body;
  return data;
};

/** Appends these events to an intent after its charge. */
const happened = async (intentId: string, ...events: readonly LedgerEvent[]): Promise<void> => {
  const stream = `cashin-${intentId}`;
  for (const next of events) {
    const stored = await suite.world.eventStore.readStream(stream);
    const id = commandIdOf('happened', stream, String(stored.length));
    const owned = { partnerId: suite.partner.partnerId, subjectId: suite.user.userId };
    const proposed = { ...next, id, metadata: metadata({ ...owned, schemaVersion: SCHEMA_VERSIONS[next.type] }) };
    await suite.world.eventStore.append(stream, stored.length - 1, [proposed]);
  }
  await suite.world.project();
};

describe('quotes of cash-ins', () => {
  it('show the bought amount after every fee, to the last unit', async () => {
    const answer = await post('/api/v1/cashin/quote', { assetId: 202, amount: 150, reference: 'order-17' });
    expect(answer.status).toBe(200);
    const { valuesAndFees, priceContext, ...rest } = answer.body.data;
    expect(rest).toEqual({
      ...{ id: rest.quoteId, quoteId: expect.stringMatching(UUID), ttlSeconds: 300, reference: 'order-17' },
      expiresAt: new Date(suite.world.clock.now() + 300_000).toISOString(),
      ...{ assetId: 202, deliveryMode: 'PLATFORM', destinationWallet: suite.user.pubkey, estimate: false },
      ...{ cryptoAmount: valuesAndFees.paymentInCrypto, minimumCrypto: valuesAndFees.paymentInCrypto },
      ...{ cryptoAmountBaseUnits: expect.stringMatching(/^\d+$/), splitValueCents: 0 },
    });
    expect(valuesAndFees).toMatchObject({ paymentInFiat: 147.78, totalFeeFiat: 2.22, totalFiat: 150 });
    expect(priceContext).toMatchObject({ pair: 'USDT/BRL', feePercentApplied: 1.5, feeFloor: 1 });
    const again = await get(`/api/v1/cashin/quote/${rest.quoteId}`);
    expect(again.body.data).toEqual(answer.body.data);
  });

  it('can be read after they have expired, with no time left', async () => {
    const id = await quote();
    suite.world.clock.advance(400_000);
    expect((await get(`/api/v1/cashin/quote/${id}`)).body.data.ttlSeconds).toBe(0);
  });
});

describe('intents of cash-ins', () => {
  it('have a charge with its picture', async () => {
    const quoteId = await quote({ reference: 'order-17' });
    const answer = await post('/api/v1/cashin/intent', { quoteId, customer: CUSTOMER });
    expect(answer.status).toBe(201);
    const { intentId } = answer.body.data;
    expect(answer.body.data).toMatchObject({
      ...{ intentId, id: intentId, status: 'ACTIVE', valueCents: 15_000, quoteId, deliveryMode: 'PLATFORM' },
      ...{ brCode: expect.stringMatching(/^000201/), qrCodeImage: expect.stringMatching(/^data:image\/png;base64,/) },
      ...{ paymentLinkUrl: null, expiresIn: 300, splitApplied: false, splitValueCents: 0, reference: 'order-17' },
      ...{
        payerTaxId: '***.***.***-25',
        createdAt: expect.any(String),
        payments: [],
        destinationWallet: suite.user.pubkey,
      },
    });
    expect(answer.body.data.cryptoEstimate).toMatch(/^\d+\.\d+$/);
    expect((await get(`/api/v1/cashin/intent/${intentId}`)).body.data).toEqual(answer.body.data);
    expect(JSON.stringify(answer.body)).not.toMatch(/Maria|maria@|52998224725|529\.982|900000000/);
  });

  it('are listed newest first, page by page, and by status', async () => {
    const [first, second, third] = [await intent(), await intent(), await intent()];
    await happened(second.intentId, event('CashinExpired', { intentId: second.intentId }));
    const ids = async (query: string) => {
      const { data }: { data: { id: string; qrCodeImage?: string }[] } = (await get(`/api/v1/cashin/intents${query}`))
        .body;
      return data.map(({ id }) => id);
    };
    expect(await ids('')).toEqual([third, second, first].map(({ intentId }) => intentId));
    expect(await ids('?limit=1')).toEqual([third.intentId]);
    expect(await ids(`?cursor=${third.intentId}`)).toEqual([second.intentId, first.intentId]);
    expect(await ids('?status=EXPIRED')).toEqual([second.intentId]);
    expect(await ids('?status=COMPLETED')).toEqual([]);
  });

  it('show their state to the user and to the partner', async () => {
    const { intentId } = await intent({ reference: 'order-18' });
    await happened(
      intentId,
      ...[event('PixReceived', { intentId }), event('PixAccepted', { intentId })],
      ...[event('DeliverySent', { intentId }), event('DeliveryConfirmed', { intentId })],
      event('CashinCompleted', { intentId, splitApplied: false, splitCents: '0' }),
    );
    const shown = (await get(`/api/v1/cashin/intent/${intentId}`)).body.data;
    expect(shown).toMatchObject({
      ...{ status: 'COMPLETED', expiresIn: 0, delivery: { deliveryId: 'delivery1', txHash: '0xd9', amount: '27' } },
      payments: [{ endToEndId: 'E1', valueCents: 15_000, state: 'ACCEPTED' }],
      ...{ completedAt: expect.any(String), receiptUrl: expect.stringContaining(`/receipts/${intentId}.`) },
    });
    const paid = await request(suite.world.app)
      .get('/api/v1/partners/me/payments?kind=CASHIN')
      .set('Authorization', `Bearer ${suite.partner.apiKey}`);
    expect(paid.body.data).toHaveLength(1);
    expect(paid.body.data[0]).toMatchObject({
      ...{ id: intentId, kind: 'CASHIN', status: 'COMPLETED', userId: suite.user.userId, reference: 'order-18' },
      ...{ total: 150, fee: 2.22, valueCents: 15_000, deliveryMode: 'PLATFORM' },
    });
  });

  it('show owed and finished refunds', async () => {
    const { intentId } = await intent();
    await happened(
      intentId,
      ...[
        event('PixReceived', { intentId, amountCents: '1' }),
        event('ChargeRefundDue', { intentId, amountCents: '1', reason: 'UNDERPAID' }),
      ],
      event('CashinFailed', { intentId, reasonCode: 'UNDERPAID', splitAppliedCents: '0', accepted: null }),
    );
    const due = (await get(`/api/v1/cashin/intent/${intentId}`)).body.data;
    expect(due).toMatchObject({
      ...{ status: 'FAILED', reasonCode: 'UNDERPAID' },
      payments: [{ valueCents: 1, state: 'REFUND_DUE', refund: { reason: 'UNDERPAID', valueCents: 1 } }],
    });
    expect(due.receiptUrl).toBeUndefined();
    await happened(
      intentId,
      ...[
        event('ChargeRefundDispatched', { intentId, amountCents: '1' }),
        event('ChargeRefundDone', { intentId, amountCents: '1' }),
      ],
    );
    const back = (await get(`/api/v1/cashin/intent/${intentId}`)).body.data;
    expect(back.payments[0]).toMatchObject({ state: 'REFUNDED', refund: { refundedAt: expect.any(String) } });
    expect(back.receiptUrl).toContain('/receipts/');
  });
});
