import type { EventType } from '../../../aggregates/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { EVERY_EVENT_TYPE, metadata, recorded } from '../../../packages/testing/src/samples/sample-events';
import { paymentsProjection } from '../../../projections/payments/payments';
import { paymentNames } from '../../../read-models/operators/payment-names';
import { type PaymentRow, payments } from '../../../read-models/operators/payments';
import { expectEveryRow } from '../../every-row';
import { givenRows, row } from '../../given';

const at = time(600);

const cashout: PaymentRow = {
  ...{ payment_id: 'i1', kind: 'CASHOUT', status: 'PROCESSING', partner_id: 'p1', user_id: 'u1', mode: 'sandbox' },
  ...{ network: 'ethereum', asset_id: 201, symbol: 'USDC', decimals: 6, amount_base_units: '25000000' },
  ...{ amount_cents: '13500', method: 'PIX_KEY', reason_code: null, labels: [], held: false, reference: null },
  ...{ created_at: time(1), updated_at: time(2), completed_at: null },
};
const given = (columns: Partial<PaymentRow> = {}) =>
  givenRows(paymentsProjection, row(payments, { ...cashout, ...columns }));
const then = (columns: Partial<PaymentRow> = {}) => row(payments, { ...cashout, updated_at: at, ...columns });
const happened = <Type extends EventType>(type: Type, data: object = {}, stream = 'cashout-i1') =>
  recorded(type, { intentId: 'i1', ...data } as never, { metadata: metadata({ at }), stream });

const name = (named_by: 'END_TO_END_ID' | 'CHARGE' | 'TRANSACTION' | 'REFERENCE', text: string) =>
  row(paymentNames, {
    ...{ name_key: `i1 ${named_by} ${text}`, name: text, named_by, payment_id: 'i1', kind: 'CASHOUT' },
    ...{ partner_id: 'p1', mode: 'sandbox', since: at },
  });

test.each<[EventType, PaymentRow['kind'], string]>([
  ['CashoutIntentCreated', 'CASHOUT', 'PENDING'],
  ['CashinIntentCreated', 'CASHIN', 'ACTIVE'],
  ['WithdrawalRequested', 'WITHDRAW', 'PROCESSING'],
])('%s opens a payment of the kind %s that is %s', (type, kind, status) => {
  const event = recorded(type);
  const [change] = paymentsProjection.apply(event, () => undefined);
  expect(change?.row).toMatchObject({ kind, status, labels: [], held: false, completed_at: null });
});

test('makes a reference a name of the payment', () => {
  const event = recorded('CashoutIntentCreated', { reference: 'order-7' } as never);
  const [, change] = paymentsProjection.apply(event, () => undefined);
  expect(change?.row).toMatchObject({ name: 'order-7', named_by: 'REFERENCE', kind: 'CASHOUT' });
});

test('processes a payment at its deposit, with label OVER and its transaction as a name', () =>
  given({ status: 'PENDING' })
    .when(happened('DepositAccepted', { txid: '0xabc', amountBaseUnits: '25000001' }))
    .thenRows(then({ labels: ['OVER'] }), name('TRANSACTION', '0xabc')));

test('labels the payment that the memo of a refused deposit names', () =>
  given()
    .when(
      recorded('DepositUnmatched', { refused: { intents: [{ intentId: 'i1', label: 'UNDERPAID' }] } } as never, {
        metadata: metadata({ at }),
        stream: 'deposit-ethereum:0xd:0',
      }),
    )
    .thenRows(then({ labels: ['UNDER'] })));

test('clears the reason at a settled payout, and finds it by its end-to-end id', () =>
  given({ reason_code: 'KEY_INVALID' })
    .when(happened('PayoutSettled', { endToEndId: 'E123' }))
    .thenRows(then(), name('END_TO_END_ID', 'E123')));

test.each<[EventType, object, Partial<PaymentRow>]>([
  ['PayoutRejected', { code: 'KEY_INVALID' }, { reason_code: 'KEY_INVALID' }],
  ['PayoutHeld', {}, { held: true }],
  ['CashoutExpired', {}, { status: 'EXPIRED' }],
  ['CashoutCompleted', { completedAt: time(9) }, { status: 'COMPLETED', completed_at: time(9) }],
  ['CashoutFailed', { reasonCode: 'KEY_INVALID' }, { status: 'FAILED', reason_code: 'KEY_INVALID' }],
])('%s changes the row', (type, data, columns) => given().when(happened(type, data)).thenRows(then(columns)));

test('keeps the reason of a completed payment when a second payment is rejected', () =>
  given({ status: 'COMPLETED' })
    .when(happened('PayoutRejected', { code: 'KEY_INVALID' }))
    .thenRows(then({ status: 'COMPLETED' })));

test('PayoutReleased ends the hold', () => given({ held: true }).when(happened('PayoutReleased')).thenRows(then()));

test('finds a cash-in by its charge, its PIX and its delivery', () => {
  const names = (type: EventType, data: object) =>
    paymentsProjection
      .apply(happened(type, data, 'cashin-i1'), ((table: typeof payments) =>
        table === payments ? cashout : undefined) as never)
      .flatMap(({ table, row: told }) => (table === paymentNames ? [told?.['name']] : []));
  expect(names('ChargeCreated', { providerId: 'ch1', txid: 'tx1' })).toEqual(['ch1', 'tx1']);
  expect(names('PixReceived', { endToEndId: 'E9' })).toEqual(['E9']);
  expect(names('DeliverySent', { txId: null })).toEqual([]);
  expect(names('DeliverySent', { txId: '0xd' })).toEqual(['0xd']);
});

const TELLING: readonly EventType[] = [
  ...(['CashoutIntentCreated', 'CashinIntentCreated', 'WithdrawalRequested', 'DepositAccepted'] as const),
  ...(['CashoutExpired', 'CashoutCompleted', 'CashoutFailed', 'PayoutRejected', 'PayoutSettled'] as const),
  ...(['PayoutHeld', 'PayoutReleased', 'ChargeCreated', 'PixReceived', 'DeliverySent', 'DeliveryConfirmed'] as const),
  ...(['CashinCompleted', 'CashinExpired', 'CashinFailed', 'CashinHeld', 'CashinReleased'] as const),
  ...(['RedemptionSettled', 'WithdrawalCompleted', 'WithdrawalFailed', 'DepositUnmatched'] as const),
];

test('changes rows for exactly the events that matter', () =>
  expectEveryRow(EVERY_EVENT_TYPE, String, (type) => {
    const get = ((table: typeof payments) => (table === payments ? cashout : undefined)) as never;
    const refused = { intents: [{ intentId: 'i1', label: 'LATE' }] };
    const event = recorded(type, (type === 'DepositUnmatched' ? { refused } : {}) as never);
    expect(paymentsProjection.apply(event, get).length > 0).toBe(TELLING.includes(type));
  }));

test('loads no row for an event that changes none', () => {
  expect(paymentsProjection.keys(happened('PayoutDispatched'))).toEqual([]);
});
