import type { EventType } from '../../../aggregates/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../../packages/testing/src/samples/sample-events';
import { withdrawalsProjection } from '../../../projections/payments/withdrawals';
import { type WithdrawalRow, withdrawals } from '../../../read-models/payments/withdrawals';
import { givenRows, row } from '../../given';

const withdrawal: WithdrawalRow = {
  withdraw_id: 'wd1',
  user_id: 'u1',
  partner_id: 'p1',
  mode: 'sandbox',
  status: 'PROCESSING',
  network: 'ethereum',
  asset_id: 301,
  symbol: 'BRLA',
  decimals: 18,
  wallet: '0xcc',
  amount_base_units: '100000000000000000000',
  gross_cents: '10000',
  fee_cents: '100',
  net_cents: '9900',
  payout_kind: 'PIX_KEY',
  destination_masked: '***@x.example',
  debit: null,
  timeline: [{ event: 'WithdrawalRequested', at: time(500) }],
  refund: null,
  attempts: 0,
  reason_code: null,
  provider_id: null,
  end_to_end_id: null,
  created_at: time(61),
  updated_at: time(500),
  completed_at: null,
  revision: 0,
  reference: null,
  refunded: null,
};

const at = time(600);
const later = { metadata: metadata({ at }), revision: 3, stream: 'withdrawal-wd1' };
const given = (columns: Partial<WithdrawalRow> = {}) =>
  givenRows(withdrawalsProjection, row(withdrawals, { ...withdrawal, ...columns }));
const then = (event: EventType, columns: Partial<WithdrawalRow> = {}) => {
  const timeline = [...withdrawal.timeline, { event, at }];
  return row(withdrawals, { ...withdrawal, timeline, updated_at: at, revision: 3, ...columns });
};
/** An event type that cash-outs and withdrawals share, in the stream of a withdrawal. */
const shared = <Type extends EventType>(type: Type, data: object = {}) =>
  recorded(type, { withdrawId: 'wd1', ...data } as never, later);

test('WithdrawalRequested makes a withdrawal', () =>
  givenRows(withdrawalsProjection).when(recorded('WithdrawalRequested')).thenRows(row(withdrawals, withdrawal)));

test('WithdrawalAbandoned makes no withdrawal', () =>
  givenRows(withdrawalsProjection).when(recorded('WithdrawalAbandoned')).unchanged());

test.each(['RedemptionSent', 'RedemptionUnknown', 'RedemptionFailed'] as const)('%s is a step', (type) =>
  given()
    .when(recorded(type, {}, later))
    .thenRows(then(type)));

test.each([
  'RedemptionContradicted',
  'RedemptionDecisionProposed',
  'RedemptionProposalWithdrawn',
  'RedemptionDecided',
] as const)('%s is for operators only', (type) =>
  given()
    .when(recorded(type, {}, later))
    .unchanged());

test('RedemptionSettled names the debit', () =>
  given()
    .when(recorded('RedemptionSettled', {}, later))
    .thenRows(then('RedemptionSettled', { debit: { txHash: '0xe1', blockTime: time(70) } })));

test('WithdrawalCompleted marks the withdrawal as paid', () =>
  given()
    .when(recorded('WithdrawalCompleted', {}, later))
    .thenRows(
      then('WithdrawalCompleted', {
        ...{ status: 'COMPLETED', provider_id: 'sbx_1', end_to_end_id: 'E1', completed_at: time(95) },
      }),
    ));

test('WithdrawalFailed without a refund due removes the debit', () => {
  const debit = { txHash: '0xe1', blockTime: time(70) };
  const failed = { status: 'FAILED', reason_code: 'REVERTED' } as const;
  for (const refundDue of [false, true])
    given({ debit })
      .when(recorded('WithdrawalFailed', { refundDue }, later))
      .thenRows(then('WithdrawalFailed', { ...failed, debit: refundDue ? debit : null }));
});

test('WithdrawalFailed names the reason', () =>
  given()
    .when(recorded('WithdrawalFailed', {}, later))
    .thenRows(then('WithdrawalFailed', { status: 'FAILED', reason_code: 'REVERTED' })));

test.each([
  'PayoutDispatched',
  'PayoutOutcomeUnknown',
  'PayoutReturned',
  'PayoutContradicted',
] as const)('%s is a step of its payout', (type) => given().when(shared(type)).thenRows(then(type)));

test('PayoutRequested counts the attempts', () =>
  given()
    .when(shared('PayoutRequested', { attempt: 2 }))
    .thenRows(then('PayoutRequested', { attempts: 2 })));

test('PayoutRejected names the reason, and PayoutSettled deletes it', () => {
  given()
    .when(shared('PayoutRejected', { code: 'KEY_NOT_FOUND' }))
    .thenRows(then('PayoutRejected', { reason_code: 'KEY_NOT_FOUND' }));
  given({ reason_code: 'KEY_NOT_FOUND' }).when(shared('PayoutSettled')).thenRows(then('PayoutSettled'));
});

test.each([
  ['PayoutRequested', { attempt: 2 }],
  ['PayoutRejected', { code: 'KEY_NOT_FOUND' }],
] as const)('%s of a second payment keeps the completion', (type, data) =>
  given({ status: 'COMPLETED' })
    .when(shared(type, data))
    .thenRows(then(type, { status: 'COMPLETED' })));

test('PayoutSettled of a second payment replaces the ids', () => {
  const done = { status: 'COMPLETED', provider_id: 'sbx_1', end_to_end_id: 'E1', completed_at: time(95) } as const;
  given(done)
    .when(shared('PayoutSettled', { providerId: 'sbx_2', endToEndId: 'E2', settledAt: time(400) }))
    .thenRows(then('PayoutSettled', { ...done, provider_id: 'sbx_2', end_to_end_id: 'E2' }));
});

test.each([
  'PayoutDeferred',
  'PayoutHeld',
  'PayoutReleased',
  'PayoutDecisionProposed',
  'PayoutProposalWithdrawn',
  'PayoutDecided',
  'ReturnResolved',
] as const)('%s is for operators only', (type) => given().when(shared(type)).unchanged());

test('RefundDue owes the gross back to the wallet', () => {
  const refund = { amountBaseUnits: '5', to: '0xcc', reason: 'PAYOUT_FAILED', dueAt: time(99) };
  given().when(shared('RefundDue', refund)).thenRows(then('RefundDue', { refund }));
});

test('RefundRecorded names the transfer', () => {
  const sent = { amountBaseUnits: '5', to: '0xcc', transferredAt: time(99), recordedAt: time(100) };
  given()
    .when(shared('RefundRecorded', { ...sent, txid: '0xf1' }))
    .thenRows(then('RefundRecorded', { refunded: [{ txHash: '0xf1', ...sent }] }));
});

test('RedemptionSent of an unknown withdrawal changes no row', () =>
  givenRows(withdrawalsProjection).when(recorded('RedemptionSent')).unchanged());
