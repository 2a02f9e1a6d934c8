import type { CashinEvent } from '../../../aggregates/cashin/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../../packages/testing/src/samples/sample-events';
import { cashinIntentsProjection } from '../../../projections/payments/cashin-intents';
import { type CashinIntentRow, cashinIntents } from '../../../read-models/payments/cashin-intents';
import { givenRows, row } from '../../given';

const active: CashinIntentRow = {
  intent_id: 'cash1',
  quote_id: 'cq1',
  user_id: 'u1',
  partner_id: 'p1',
  mode: 'sandbox',
  status: 'ACTIVE',
  delivery_mode: 'PLATFORM',
  network: 'ethereum',
  asset_id: 201,
  symbol: 'USDC',
  decimals: 6,
  amount_cents: '15000',
  fee_cents: '300',
  exchanged_cents: '14700',
  amount_base_units: '27000000',
  minimum_base_units: '27000000',
  destination: '0xbb',
  payer_tax_id_masked: '***.428.201-**',
  br_code: null,
  split_applied: true,
  split_cents: '75',
  split_owed_cents: '0',
  payments: [],
  delivery: null,
  timeline: [{ event: 'CashinIntentCreated', at: time(500) }],
  reason_code: null,
  created_at: time(10),
  expires_at: time(300),
  updated_at: time(500),
  completed_at: null,
  revision: 0,
  reference: null,
};

const received = { endToEndId: 'E1', amountCents: '15000', paidAt: time(60), state: 'RECEIVED' };
const paid: CashinIntentRow = { ...active, br_code: '000201', payments: [received], revision: 2 };
const owing: CashinIntentRow = { ...paid, split_applied: false, split_owed_cents: '75' };
const at = time(600);
const later = { metadata: metadata({ at }), revision: 7 };

/** The row after one more step. */
const next = (before: CashinIntentRow, type: CashinEvent['type'], columns: Partial<CashinIntentRow> = {}) =>
  row(cashinIntents, {
    ...before,
    timeline: [...before.timeline, { event: type, at }],
    updated_at: at,
    revision: 7,
    ...columns,
  });

const given = (before: CashinIntentRow) => givenRows(cashinIntentsProjection, row(cashinIntents, before));

test('CashinIntentCreated makes a row', () =>
  givenRows(cashinIntentsProjection).when(recorded('CashinIntentCreated')).thenRows(row(cashinIntents, active)));

test('CashinIntentCreated without a split has none, and keeps the reference', () =>
  givenRows(cashinIntentsProjection)
    .when(recorded('CashinIntentCreated', { split: null, reference: 'order-17' }))
    .thenRows(row(cashinIntents, { ...active, split_applied: false, split_cents: '0', reference: 'order-17' })));

test('ChargeCreated sets the code', () =>
  given(active)
    .when(recorded('ChargeCreated', {}, later))
    .thenRows(next(active, 'ChargeCreated', { br_code: '000201' })));

test('PixReceived adds a payment', () => {
  given(active)
    .when(recorded('PixReceived', {}, later))
    .thenRows(next(active, 'PixReceived', { payments: [received] }));
  given(paid)
    .when(recorded('PixReceived', { endToEndId: 'E2', amountCents: '1' }, later))
    .thenRows(next(paid, 'PixReceived', { payments: [received, { ...received, endToEndId: 'E2', amountCents: '1' }] }));
});

test('PixAccepted marks the accepted payment, and names the part owed to the partner until it is split', () => {
  const two = { ...paid, payments: [{ ...received, endToEndId: 'E0' }, received] };
  const payments = [two.payments[0] ?? {}, { ...received, state: 'ACCEPTED' }];
  const owed = { split_applied: false, split_cents: '75', split_owed_cents: '75' };
  given(two)
    .when(recorded('PixAccepted', {}, later))
    .thenRows(next(two, 'PixAccepted', { payments, ...owed }));
});

test('SplitApplied names the split part and the owed part', () => {
  given(owing)
    .when(recorded('SplitApplied', {}, later))
    .thenRows(next(owing, 'SplitApplied', { split_applied: true, split_owed_cents: '0' }));
  given(owing)
    .when(recorded('SplitApplied', { amountCents: '70' }, later))
    .thenRows(next(owing, 'SplitApplied', { split_applied: true, split_cents: '70', split_owed_cents: '5' }));
  given(paid)
    .when(recorded('SplitApplied', { amountCents: '70' }, later))
    .thenRows(next(paid, 'SplitApplied', { split_applied: true, split_cents: '70' }));
});

test('DeliverySent shows the transfer', () =>
  given(paid)
    .when(recorded('DeliverySent', {}, later))
    .thenRows(
      next(paid, 'DeliverySent', {
        delivery: { deliveryId: 'delivery1', txId: '0xd9', amountBaseUnits: '27000000' },
      }),
    ));

test('DeliveryConfirmed shows the delivered amount', () =>
  given(paid)
    .when(recorded('DeliveryConfirmed', { deliveredBaseUnits: '26900000' }, later))
    .thenRows(
      next(paid, 'DeliveryConfirmed', {
        delivery: { deliveryId: 'delivery1', txId: '0xd9', amountBaseUnits: '26900000' },
      }),
    ));

test('DeliveryFailed removes the transfer', () => {
  const sent = { ...paid, delivery: { deliveryId: 'delivery1', txId: '0xd9', amountBaseUnits: '27000000' } };
  given(sent)
    .when(recorded('DeliveryFailed', {}, later))
    .thenRows(next(sent, 'DeliveryFailed', { delivery: null }));
});

test('CashinCompleted is COMPLETED, with the split part and the owed part', () => {
  const completed = { status: 'COMPLETED', completed_at: time(80) } as const;
  given(paid)
    .when(recorded('CashinCompleted', {}, later))
    .thenRows(next(paid, 'CashinCompleted', completed));
  const split = { splitApplied: false, splitCents: '0' };
  const owed = { ...completed, split_applied: false, split_cents: '80', split_owed_cents: '80' };
  given(owing)
    .when(recorded('CashinCompleted', { ...split, splitOwedCents: '80' }, later))
    .thenRows(next(owing, 'CashinCompleted', owed));
  // The event of an older version.
  given(owing)
    .when(recorded('CashinCompleted', split, later))
    .thenRows(next(owing, 'CashinCompleted', completed));
  given(paid)
    .when(recorded('CashinCompleted', split, later))
    .thenRows(next(paid, 'CashinCompleted', { ...completed, split_applied: false, split_cents: '0' }));
});

test('CashinExpired is EXPIRED', () =>
  given(active)
    .when(recorded('CashinExpired', {}, later))
    .thenRows(next(active, 'CashinExpired', { status: 'EXPIRED' })));

test('CashinFailed names the reason', () => {
  const columns = { status: 'FAILED', reason_code: 'ACCOUNT_CLOSED' } as const;
  given(paid)
    .when(recorded('CashinFailed', {}, later))
    .thenRows(next(paid, 'CashinFailed', columns));
  given(paid)
    .when(recorded('CashinFailed', { splitAppliedCents: '0' }, later))
    .thenRows(next(paid, 'CashinFailed', { ...columns, split_applied: false, split_cents: '0' }));
  given(owing)
    .when(recorded('CashinFailed', { splitAppliedCents: '0' }, later))
    .thenRows(next(owing, 'CashinFailed', { ...columns, split_cents: '0', split_owed_cents: '0' }));
});

const due = {
  ...received,
  ...{ state: 'REFUND_DUE', refundReason: 'DELIVERY_FAILED', refundCents: '15000', refundDueAt: time(65) },
};

test('ChargeRefundDue marks the refund of the payment, with its reason', () =>
  given(paid)
    .when(recorded('ChargeRefundDue', {}, later))
    .thenRows(next(paid, 'ChargeRefundDue', { payments: [due] })));

test('ChargeRefundDone names the refunded cents', () => {
  const owing = { ...paid, payments: [due, { ...received, endToEndId: 'E2' }] };
  const done = { ...due, state: 'REFUNDED', refundCents: '14000', returnId: 'D1', refundedAt: time(120) };
  given(owing)
    .when(recorded('ChargeRefundDone', { amountCents: '14000' }, later))
    .thenRows(next(owing, 'ChargeRefundDone', { payments: [done, { ...received, endToEndId: 'E2' }] }));
});

test.each([
  ...(['DeliveryRequested', 'ChargeRefundDispatched', 'ChargeRefundUnknown', 'ChargeRefundRejected'] as const),
  ...(['DisputeOpened', 'DisputeWon', 'DisputeLost', 'CashinContradicted'] as const),
])('%s is a step in the timeline', (type) =>
  given(paid)
    .when(recorded(type, {}, later))
    .thenRows(next(paid, type)));

test.each([
  'CashinHeld',
  'CashinReleased',
  'CashinDecisionProposed',
  'CashinProposalWithdrawn',
  'CashinDecided',
  'PixSettled',
] as const)('%s changes no row', (type) =>
  given(paid)
    .when(recorded(type, {}, later))
    .unchanged());

test.each([
  'ChargeCreated',
  'PixReceived',
  'CashinCompleted',
] as const)('%s of an unknown intent makes no row', (type) =>
  givenRows(cashinIntentsProjection).when(recorded(type)).unchanged());
