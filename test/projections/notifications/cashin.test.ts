import type { EventType } from '../../../aggregates/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { deliveryIdOf, notificationOf } from '../../../projections/notifications';
import { webhookOutboxProjection } from '../../../projections/webhook-outbox';
import { outboxDestinations } from '../../../read-models/webhooks/outbox-destinations';
import { type WebhookOutboxRow, webhookOutbox } from '../../../read-models/webhooks/webhook-outbox';
import { givenRows, row } from '../../given';

const destinationOf = (...events: string[]) => ({
  ...{ owner: 'p1:sandbox', url: 'https://partner.example/hook', events },
});
const place = { revision: 4, position: { commit: 70n, prepare: 71n } };

/** The notification of a cash-in, field by field. */
const told = (type: EventType, event: string, status: string, data: object): WebhookOutboxRow => {
  const id = deliveryIdOf(`id-${type}`);
  return {
    ...{ delivery_id: id, event_id: `id-${type}`, partner_id: 'p1', mode: 'sandbox', event, correlation_key: 'cash1' },
    body: JSON.stringify({ id, event, intentId: 'cash1', status, timestamp: time(500), sequence: 4, data }),
    ...{ destination_url: 'https://partner.example/hook', status: 'PENDING', position_commit: '70' },
    ...{ position_prepare: '71', created_at: time(500), finished_at: null, replays: 0, external_user_id: null },
  };
};

const thenTold = (destination: ReturnType<typeof destinationOf>, outbox: WebhookOutboxRow) => [
  row(outboxDestinations, destination),
  row(webhookOutbox, outbox),
];

const given = (destination: ReturnType<typeof destinationOf>) =>
  givenRows(webhookOutboxProjection, row(outboxDestinations, destination));

const delivered = {
  ...{ deliveryId: 'delivery1', asset: 'USDC', chain: 'ethereum', tokenAmount: '27', destination: '0xbb' },
};

test('CashinCompleted with a delivery: has no amount to credit', () => {
  const data = { correlationID: 'cash1', ...delivered, onChainTxId: '0xd9', completedAt: time(80) };
  given(destinationOf())
    .when(recorded('CashinCompleted', {}, place))
    .thenRows(...thenTold(destinationOf(), told('CashinCompleted', 'CASHIN_COMPLETED', 'COMPLETED', data)));
});

test('CashinCompleted without a delivery: lets the partner credit the wallet', () => {
  const data = {
    ...{ correlationID: 'cash1', walletAddress: '0xbb', valueCents: 15_000, transactionID: 'E1' },
    ...{ splitApplied: true, splitValueCents: 75, completedAt: time(80) },
  };
  given(destinationOf())
    .when(recorded('CashinCompleted', { delivery: null }, place))
    .thenRows(...thenTold(destinationOf(), told('CashinCompleted', 'CASHIN_COMPLETED', 'COMPLETED', data)));
});

test('CashinCompleted without a split names the part owed to the partner, in the same seven fields', () => {
  const unsplit = { delivery: null, splitApplied: false, splitCents: '0' } as const;
  const data = (values: object) => notificationOf(recorded('CashinCompleted', { ...unsplit, ...values }))?.data;
  const owed = data({ splitOwedCents: '14775' });
  expect(owed).toEqual({
    ...{ correlationID: 'cash1', walletAddress: '0xbb', valueCents: 15_000, transactionID: 'E1' },
    ...{ splitApplied: false, splitValueCents: 14_775, completedAt: time(80) },
  });
  expect(data({})).toEqual({ ...owed, splitValueCents: 0 });
  expect(data({ splitApplied: true, splitCents: '70', splitOwedCents: '5' })).toMatchObject({
    ...{ splitApplied: true, splitValueCents: 70 },
  });
});

test('CashinFailed names the reason and the delivery', () => {
  const data = {
    ...{ correlationID: 'cash1', reason: 'No trustline', reasonCode: 'ACCOUNT_CLOSED', failedAt: time(65) },
    refundDue: true,
  };
  given(destinationOf())
    .when(recorded('CashinFailed', {}, place))
    .thenRows(...thenTold(destinationOf(), told('CashinFailed', 'CASHIN_FAILED', 'FAILED', data)));
  const shown = {
    ...{ deliveryId: 'delivery1', symbol: 'USDC', network: 'ethereum', decimals: 6 },
    ...{ amountBaseUnits: '27000000', destination: '0xbb' },
  } as const;
  expect(notificationOf(recorded('CashinFailed', { delivery: shown }))?.data).toEqual({ ...data, ...delivered });
});

test.each([
  ['CashinExpired', 'CASHIN_EXPIRED', 'EXPIRED', { correlationID: 'cash1', expiredAt: time(303) }],
  [
    ...(['ChargeRefundDone', 'CASHIN_REFUNDED', 'REFUNDED'] as const),
    {
      ...{ correlationID: 'cash1', transactionID: 'E1', valueCents: 15_000, reasonCode: 'DELIVERY_FAILED' },
      ...{ returnId: 'D1', refundedAt: time(120) },
    },
  ],
] as const)('%s is sent only to a destination that names it', (type, name, status, data) => {
  given(destinationOf(name))
    .when(recorded(type, {}, place))
    .thenRows(...thenTold(destinationOf(name), told(type, name, status, data)));
  const { rows } = given(destinationOf()).when(recorded(type, {}, place));
  expect(rows.all(webhookOutbox).map(({ destination_url: url }) => url)).toEqual([null]);
});

test.each([
  'CashinIntentCreated',
  'ChargeCreated',
  'PixReceived',
  'PixAccepted',
  'DisputeOpened',
] as const)('%s notifies no partner', (type) => expect(notificationOf(recorded(type))).toBeNull());
