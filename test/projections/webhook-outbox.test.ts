import { sealed, time } from '../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../packages/testing/src/samples/sample-events';
import { deliveryIdOf } from '../../projections/notifications';
import { webhookOutboxProjection } from '../../projections/webhook-outbox';
import { type OutboxDestinationRow, outboxDestinations } from '../../read-models/webhooks/outbox-destinations';
import { bodyWith, type WebhookOutboxRow, webhookOutbox } from '../../read-models/webhooks/webhook-outbox';
import { expectEveryRow } from '../every-row';
import { type GivenRow, givenRows, row } from '../given';

const destination: OutboxDestinationRow = {
  owner: 'p1:sandbox',
  url: 'https://partner.example/hook',
  events: [],
};
const place = { revision: 4, position: { commit: 70n, prepare: 71n } };

const outbox = (
  type: string,
  event: string,
  content: { readonly status: string; readonly data: object },
): WebhookOutboxRow => ({
  delivery_id: deliveryIdOf(`id-${type}`),
  event_id: `id-${type}`,
  partner_id: 'p1',
  mode: 'sandbox',
  event,
  correlation_key: 'cid1',
  body: JSON.stringify({
    id: deliveryIdOf(`id-${type}`),
    event,
    intentId: 'cid1',
    status: content.status,
    timestamp: time(500),
    sequence: 4,
    data: content.data,
  }),
  destination_url: destination.url,
  status: 'PENDING',
  position_commit: '70',
  position_prepare: '71',
  created_at: time(500),
  finished_at: null,
  replays: 0,
  external_user_id: null,
});

const confirmed = outbox('DepositAccepted', 'INTENT_CONFIRMED', {
  status: 'PROCESSING',
  data: { sender: '0xbb', amount: '25', currency: 'USDC', txHash: '0xd1', chain: 'ethereum', confirmedAt: time(80) },
});
const completed = outbox('CashoutCompleted', 'INTENT_COMPLETED', {
  status: 'COMPLETED',
  data: {
    baasTransactionId: 'sbx_1',
    endToEndId: 'E1',
    invoiceValue: 150,
    invoiceCurrency: 'BRL',
    completedAt: time(95),
    receiptUrl: null,
  },
});
const failed = outbox('CashoutFailed', 'INTENT_FAILED', {
  status: 'FAILED',
  data: { reason: 'No such key', reasonCode: 'KEY_NOT_FOUND', attempts: 1, failedAt: time(85), refundDue: true },
});
const expired = outbox('CashoutExpired', 'INTENT_EXPIRED', { status: 'EXPIRED', data: { expiredAt: time(340) } });

const unsent = (told: WebhookOutboxRow) => row(webhookOutbox, { ...told, status: 'UNSENT', destination_url: null });
const to = (columns: Partial<OutboxDestinationRow> = {}): GivenRow =>
  row(outboxDestinations, { ...destination, ...columns });
const given = (columns: Partial<OutboxDestinationRow> = {}) => givenRows(webhookOutboxProjection, to(columns));

const UNTOLD = [
  ...(['PayoutRequested', 'PayoutDeferred', 'PayoutDispatched', 'PayoutOutcomeUnknown', 'PayoutRejected'] as const),
  ...(['PayoutSettled', 'PayoutReturned', 'PayoutContradicted', 'PayoutHeld'] as const),
  ...(['PayoutReleased', 'PayoutDecisionProposed', 'PayoutDecided', 'ReturnResolved'] as const),
  ...(['CashoutIntentCreated', 'ExpiryHeld', 'GiftCardRevealed', 'RefundDue', 'RefundRecorded'] as const),
  ...(['StreamClosed', 'PartnerOnboarded', 'PartnerSuspended', 'PartnerReinstated'] as const),
  ...(['PartnerRevoked', 'ApiKeyIssued', 'ApiKeyRevoked', 'HmacSecretIssued'] as const),
  ...(['WebhookSecretRotated', 'PartnerTermsChanged', 'KycSessionOpened', 'KycDataErased'] as const),
  ...(['CashinIntentCreated', 'ChargeCreated', 'PixReceived', 'PixAccepted', 'SplitApplied'] as const),
  ...(['DeliveryRequested', 'DeliverySent', 'DeliveryConfirmed', 'DeliveryFailed'] as const),
  ...(['ChargeRefundDue', 'ChargeRefundDispatched', 'ChargeRefundUnknown', 'ChargeRefundRejected'] as const),
  ...(['DisputeOpened', 'DisputeWon', 'DisputeLost', 'CashinContradicted', 'CashinHeld', 'CashinReleased'] as const),
  ...(['CashinDecisionProposed', 'CashinProposalWithdrawn', 'CashinDecided', 'PixSettled'] as const),
  ...(['WithdrawalRequested', 'WithdrawalAbandoned', 'RedemptionSent', 'RedemptionUnknown'] as const),
  ...(['RedemptionSettled', 'RedemptionFailed', 'PayoutProposalWithdrawn', 'RedemptionContradicted'] as const),
  ...(['RedemptionDecisionProposed', 'RedemptionProposalWithdrawn', 'RedemptionDecided'] as const),
];

test('an event without a notification makes no row', () =>
  expectEveryRow(UNTOLD, String, (type) => given().when(recorded(type)).unchanged()));

test.each([
  'KycSessionStarted',
  'KycSessionStatusChanged',
] as const)('%s is sent under the id of its session', (type) => {
  const { rows } = given().when(recorded(type, {}, place));
  expect(rows.get(webhookOutbox, deliveryIdOf(`id-${type}`))).toMatchObject({ correlation_key: 's1' });
});

test.each([
  ...(['CashinCompleted', 'CashinFailed', 'CashinExpired', 'ChargeRefundDone'] as const),
])('%s is sent under the id of its intent', (type) => {
  const { rows } = given().when(recorded(type, {}, place));
  expect(rows.get(webhookOutbox, deliveryIdOf(`id-${type}`))).toMatchObject({ correlation_key: 'cash1' });
});

test.each(['WithdrawalCompleted', 'WithdrawalFailed'] as const)('%s is sent under the id of its withdrawal', (type) => {
  const { rows } = given().when(recorded(type, {}, place));
  const told = rows.get(webhookOutbox, deliveryIdOf(`id-${type}`));
  expect([told?.correlation_key, JSON.parse(told?.body ?? '{}')]).toMatchObject(['wd1', { withdrawId: 'wd1' }]);
});

test('DepositAccepted notifies INTENT_CONFIRMED', () =>
  given()
    .when(recorded('DepositAccepted', {}, place))
    .thenRows(to(), row(webhookOutbox, confirmed)));
test('CashoutCompleted notifies INTENT_COMPLETED', () =>
  given()
    .when(recorded('CashoutCompleted', {}, place))
    .thenRows(to(), row(webhookOutbox, completed)));
test('CashoutFailed notifies INTENT_FAILED', () =>
  given()
    .when(recorded('CashoutFailed', {}, place))
    .thenRows(to(), row(webhookOutbox, failed)));
test('CashoutExpired is sent only to destinations that name it', () => {
  given()
    .when(recorded('CashoutExpired', {}, place))
    .thenRows(to(), unsent(expired));
  const asked = { events: ['INTENT_EXPIRED'] };
  given(asked)
    .when(recorded('CashoutExpired', {}, place))
    .thenRows(to(asked), row(webhookOutbox, expired));
});

describe('the references of the partner', () => {
  const externalUserId = sealed('u1', 'bWFyaWE=');
  test.each([
    ['DepositAccepted', confirmed],
    ['CashoutCompleted', completed],
    ['CashoutFailed', failed],
    ['CashoutExpired', expired],
  ] as const)('%s sends the reference in clear, and keeps the external id sealed and out of the body', (type, plain) => {
    const { rows } = given().when(recorded(type, { reference: 'order-17', externalUserId }, place));
    const [told] = rows.all(webhookOutbox);
    expect(JSON.parse(told?.body ?? '')).toEqual({ ...JSON.parse(plain.body), reference: 'order-17' });
    expect([told?.body.includes('externalUserId'), told?.external_user_id]).toEqual([false, externalUserId]);
  });

  test('the external id ends the sent body, whose rest stays byte for byte', () => {
    const sent = bodyWith(completed.body, 'customer "17"\n💳');
    expect(sent.startsWith(completed.body.slice(0, -1))).toBe(true);
    expect(JSON.parse(sent)).toEqual({ ...JSON.parse(completed.body), externalUserId: 'customer "17"\n💳' });
    expect(JSON.parse(bodyWith(completed.body, null))).toHaveProperty('externalUserId', null);
  });
});

test('DepositAccepted without a destination is kept for the feed, and not sent', () =>
  givenRows(webhookOutboxProjection)
    .when(recorded('DepositAccepted', {}, place))
    .thenRows(unsent(confirmed)));
test('DepositAccepted is not sent to a destination that names other events', () => {
  const other = { events: ['INTENT_COMPLETED'] };
  given(other)
    .when(recorded('DepositAccepted', {}, place))
    .thenRows(to(other), unsent(confirmed));
});
test('DepositAccepted of the other mode goes to the other destination', () =>
  given()
    .when(recorded('DepositAccepted', {}, { ...place, metadata: metadata({ mode: 'live' }) }))
    .thenRows(to(), row(webhookOutbox, { ...confirmed, mode: 'live', status: 'UNSENT', destination_url: null })));
test('DepositAccepted without a partner makes no row', () =>
  given()
    .when(recorded('DepositAccepted', {}, { metadata: metadata({ partnerId: null }) }))
    .unchanged());
test('CashoutCompleted without an end-to-end id does not name one', () => {
  const { rows } = givenRows(webhookOutboxProjection).when(recorded('CashoutCompleted', { endToEndId: null }));
  expect(rows.all(webhookOutbox)[0]?.body).not.toContain('endToEndId');
});

test('DestinationRegistered applies to later events', () =>
  givenRows(webhookOutboxProjection).when(recorded('DestinationRegistered')).thenRows(to()));

test('DestinationRemoved: keeps later events unsent', () => {
  given().when(recorded('DestinationRemoved')).thenRows();
  given()
    .when(recorded('DestinationRemoved', { mode: 'live' }))
    .thenRows(to());
});

test.each([
  ['WebhookDelivered', 'DELIVERED'],
  ['WebhookExhausted', 'EXHAUSTED'],
  ['WebhookCancelled', 'CANCELLED'],
] as const)('%s: the notification is %s', (type, status) => {
  const waiting = { ...completed, delivery_id: 'evt_1' };
  givenRows(webhookOutboxProjection, row(webhookOutbox, waiting))
    .when(recorded(type))
    .thenRows(row(webhookOutbox, { ...waiting, status, finished_at: time(110) }));
});
test('WebhookDelivered of an unknown notification changes no row', () =>
  given().when(recorded('WebhookDelivered')).unchanged());

const waitingTest: WebhookOutboxRow = {
  ...completed,
  delivery_id: 'evt_1',
  event_id: 'id-WebhookTestRequested',
  event: 'WEBHOOK_TEST',
  correlation_key: 'evt_1',
  body: JSON.stringify({
    ...{ id: 'evt_1', event: 'WEBHOOK_TEST', status: 'TEST', timestamp: time(500), sequence: 4 },
    data: { requestedAt: time(100) },
  }),
};
test('WebhookTestRequested is sent under any filter, and only to a destination', () => {
  const other = { events: ['INTENT_COMPLETED'] };
  given(other)
    .when(recorded('WebhookTestRequested', {}, place))
    .thenRows(to(other), row(webhookOutbox, waitingTest));
  givenRows(webhookOutboxProjection)
    .when(recorded('WebhookTestRequested', {}, place))
    .thenRows(unsent(waitingTest));
});

describe('WebhookReplayRequested', () => {
  const finished: WebhookOutboxRow = {
    ...{ ...completed, delivery_id: 'evt_1', finished_at: time(110) },
    destination_url: 'https://before.example/hook',
    status: 'EXHAUSTED',
  };
  const again: WebhookOutboxRow = { ...finished, status: 'PENDING', finished_at: null, replays: 1 };

  test('WebhookReplayRequested: sends to the present destination', () =>
    givenRows(webhookOutboxProjection, to(), row(webhookOutbox, finished))
      .when(recorded('WebhookReplayRequested'))
      .thenRows(to(), row(webhookOutbox, { ...again, destination_url: destination.url })));
  test('goes to the sender without a destination, which cancels it', () =>
    givenRows(webhookOutboxProjection, row(webhookOutbox, finished))
      .when(recorded('WebhookReplayRequested'))
      .thenRows(row(webhookOutbox, again)));
  test('stays unsent without a destination, before and now', () => {
    const never = { ...finished, status: 'UNSENT', destination_url: null } as const;
    givenRows(webhookOutboxProjection, row(webhookOutbox, never))
      .when(recorded('WebhookReplayRequested'))
      .thenRows(row(webhookOutbox, { ...never, finished_at: null, replays: 1 }));
  });
  test('changes no row for an unknown notification', () =>
    given().when(recorded('WebhookReplayRequested')).unchanged());
});
