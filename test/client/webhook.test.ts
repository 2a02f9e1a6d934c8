import { signatureHeaders } from '../../infra/webhooks/signature';
import { readAppSignedWebhook, readWebhook } from '../../packages/client/src/webhook';
import type { KycData, WebhookData } from '../../packages/client/src/webhook-events';
import { EVERY_EVENT_TYPE, recorded } from '../../packages/testing/src/samples/sample-events';
import { reportsOf } from '../../projections/notifications';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_c2Vjb25kIHNlY3JldCBvZiB0aGUgcGFydG5lcg==';
const NOW_MS = 1_750_000_000_000;
const rawBody =
  '{"id":"evt_01","event":"INTENT_COMPLETED","intentId":"bafyTEST","status":"COMPLETED","timestamp":"2026-08-03T12:00:00.000Z","data":{}}';
const headersOf = (...secrets: readonly string[]): Readonly<Record<string, string>> =>
  signatureHeaders('App', secrets, {
    deliveryId: 'evt_01',
    event: 'INTENT_COMPLETED',
    body: rawBody,
    timestampSeconds: NOW_MS / 1000,
  });
const webhook = { headers: headersOf(SECRET), rawBody, secrets: [SECRET] };
const told = JSON.parse(rawBody) as unknown;
const inEveryForm = {
  'Standard Webhooks': (changed: object) => readWebhook({ ...webhook, ...changed }, NOW_MS),
  'X-App-Signature': (changed: object) => readAppSignedWebhook({ ...webhook, ...changed }),
};

describe.each(Object.entries(inEveryForm))('a webhook by %s', (_form, read) => {
  it.each([
    ['as text', {}],
    ['as bytes', { rawBody: Buffer.from(rawBody) }],
    ['with the headers of a Request', { headers: new Headers(headersOf(SECRET)) }],
    ['signed by two, known by the new one', { headers: headersOf(OTHER, SECRET), secrets: [OTHER] }],
    ['signed by two, known by the one before', { headers: headersOf(OTHER, SECRET) }],
    ['signed by the one before, known with both', { secrets: [OTHER, SECRET] }],
  ])('is read %s', (_what, changed) => {
    expect(read(changed)).toEqual(told);
  });

  it.each([
    ['by another secret', { headers: headersOf(OTHER) }],
    ['without a known secret', { secrets: [] }],
    ['with one byte more', { rawBody: `${rawBody} ` }],
    ['without headers', { headers: {} }],
    [
      'with as many characters as a signature, and more bytes',
      {
        headers: {
          ...headersOf(SECRET),
          'webhook-signature': `v1,${'é'.repeat(44)}`,
          'x-app-signature': `sha256=${'é'.repeat(64)}`,
        },
      },
    ],
    [
      'with headers that came twice',
      { headers: Object.fromEntries(Object.entries(headersOf(SECRET)).map(([name, value]) => [name, [value, value]])) },
    ],
  ])('is refused %s', (_what, changed) => {
    expect(read(changed)).toBeNull();
  });
});

test.each([
  [300, true],
  [-300, true],
  [301, false],
  [-301, false],
])('a delivery that is %d s old is genuine: %s', (ageSeconds, expected) => {
  expect(readWebhook(webhook, NOW_MS + ageSeconds * 1000) !== null).toBe(expected);
});

test.each(['', '1e9', '-1', 'now', '9'.repeat(400)])('rejects a delivery of the time %j', (timestamp) => {
  const headers = { ...headersOf(SECRET), 'webhook-timestamp': timestamp };
  expect(readWebhook({ ...webhook, headers }, NOW_MS)).toBeNull();
});

test('a signature of the other form is not accepted', () => {
  const { 'webhook-signature': _signature, ...headers } = headersOf(SECRET);
  expect(readWebhook({ ...webhook, headers }, NOW_MS)).toBeNull();
});

test('the prefix of the headers may differ', () => {
  const { 'x-app-signature': signature } = headersOf(SECRET);
  const headers = { 'x-shop-signature': signature };
  expect(readAppSignedWebhook({ ...webhook, headers }, 'Shop')).toEqual(told);
  expect(readAppSignedWebhook({ ...webhook, headers })).toBeNull();
});

const KYC: Readonly<Record<keyof KycData, string>> = {
  ...{ externalUserId: '', type: '', provider: '', status: '', previousStatus: '', documentMasked: '' },
  ...{ rejectionReason: '', completedAt: '' },
};

/** The keys of each variant. */
type EveryKey<Data> = Data extends unknown ? keyof Data : never;

const DELIVERY = { deliveryId: '', asset: '', chain: '', tokenAmount: '', destination: '' };
const DELIVERED = { ...DELIVERY, onChainTxId: '' };
const TO_CREDIT = { walletAddress: '', valueCents: '', transactionID: '', splitApplied: '', splitValueCents: '' };

/** The compiler demands every required field. */
const FIELDS: { readonly [Name in keyof WebhookData]: Readonly<Record<EveryKey<WebhookData[Name]>, string>> } = {
  INTENT_CONFIRMED: { sender: '', amount: '', currency: '', txHash: '', chain: '', confirmedAt: '' },
  INTENT_COMPLETED: {
    ...{ baasTransactionId: '', endToEndId: '', invoiceValue: '' },
    ...{ invoiceCurrency: '', completedAt: '', receiptUrl: '' },
  },
  INTENT_FAILED: { reason: '', reasonCode: '', attempts: '', failedAt: '', refundDue: '' },
  INTENT_EXPIRED: { expiredAt: '' },
  DEPOSIT_UNMATCHED: {
    ...{ depositId: '', intentId: '', txHash: '', chain: '', asset: '', amount: '', amountBaseUnits: '', label: '' },
  },
  CASHIN_COMPLETED: { ...DELIVERED, ...TO_CREDIT, correlationID: '', completedAt: '' },
  CASHIN_FAILED: { ...DELIVERY, correlationID: '', reason: '', reasonCode: '', failedAt: '', refundDue: '' },
  CASHIN_EXPIRED: { correlationID: '', expiredAt: '' },
  CASHIN_REFUNDED: {
    ...{ correlationID: '', transactionID: '', valueCents: '', reasonCode: '', returnId: '', refundedAt: '' },
  },
  WITHDRAW_COMPLETED: {
    ...{ baasTransactionId: '', endToEndId: '', amount: '', fee: '', netAmount: '', currency: '' },
    ...{ completedAt: '', receiptUrl: '' },
  },
  WITHDRAW_FAILED: { reason: '', reasonCode: '', failedAt: '', refundDue: '' },
  ...{ KYC_PENDING: KYC, KYC_IN_PROGRESS: KYC, KYC_IN_REVIEW: KYC, KYC_APPROVED: KYC, KYC_REJECTED: KYC },
  KYC_EXPIRED: KYC,
};

/** Optional fields. */
const OF_INTENT: readonly string[] = ['endToEndId'];
const OF_SESSION: readonly string[] = ['rejectionReason', 'completedAt'];
/** Fields of a single variant, or optional fields. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  CASHIN_COMPLETED: Object.keys({ ...DELIVERED, ...TO_CREDIT }),
  CASHIN_FAILED: Object.keys(DELIVERY),
  CASHIN_REFUNDED: ['returnId'],
};
const optionalOf = (event: string): readonly string[] =>
  OPTIONAL[event] ?? (event.startsWith('KYC_') ? OF_SESSION : OF_INTENT);
const SESSION_STATUSES = ['IN_PROGRESS', 'IN_REVIEW', 'REJECTED', 'EXPIRED'] as const;

test('the types name exactly the fields that are sent', () => {
  const sampled = EVERY_EVENT_TYPE.map((type) => recorded(type));
  const sessions = SESSION_STATUSES.map((status) => recorded('KycSessionStatusChanged', { status }));
  const sent = [...sampled, ...sessions].flatMap(reportsOf).map(({ notification }) => notification);
  expect(sent.map(({ event }) => event).sort()).toEqual(Object.keys(FIELDS).sort());
  for (const { event, data } of sent) {
    const known = Object.keys(FIELDS[event as keyof WebhookData]);
    expect([event, Object.keys(data).filter((name) => !known.includes(name))]).toEqual([event, []]);
    const isNeeded = (name: string): boolean => !optionalOf(event).includes(name);
    const fields = known.filter(isNeeded);
    expect([event, Object.keys(data).filter(isNeeded).sort()]).toEqual([event, fields.sort()]);
  }
});
