import type { EventType } from '../../../aggregates/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../../packages/testing/src/samples/sample-events';
import { redemptionsProjection } from '../../../projections/payments/redemptions';
import { type OverruledDebitRow, overruledDebits } from '../../../read-models/steps/overruled-debits';
import { type RedemptionStepRow, redemptionSteps } from '../../../read-models/steps/redemption-steps';
import { givenRows, row } from '../../given';

const reserved: RedemptionStepRow = {
  withdraw_id: 'wd1',
  step: 'ABANDON',
  due_at: time(180),
  since_at: time(500),
  network: 'ethereum',
  wallet: '0xcc',
  partner_id: 'p1',
  user_id: 'u1',
  mode: 'sandbox',
  cause_event_id: 'id-BalanceReserved',
};
const at = time(600);
const later = { metadata: metadata({ at }) };
const resolving: RedemptionStepRow = {
  ...{ ...reserved, step: 'RESOLVE', due_at: time(63.25), since_at: at, cause_event_id: 'id-RedemptionSent' },
};
const given = (step: RedemptionStepRow = reserved) => givenRows(redemptionsProjection, row(redemptionSteps, step));
const then = (columns: Partial<RedemptionStepRow>) => row(redemptionSteps, { ...reserved, ...columns });

test('BalanceReserved is abandoned after two minutes, unless a withdrawal follows', () =>
  givenRows(redemptionsProjection).when(recorded('BalanceReserved')).thenRows(then({})));

test('WithdrawalRequested waits to be sent, at once', () =>
  given()
    .when(recorded('WithdrawalRequested', {}, later))
    .thenRows(then({ step: 'SEND', due_at: time(61), since_at: at, cause_event_id: 'id-WithdrawalRequested' })));

test('RedemptionSent is asked about, counted from its sending', () =>
  given({ ...reserved, step: 'SEND' })
    .when(recorded('RedemptionSent', {}, later))
    .thenRows(row(redemptionSteps, resolving)));

test('RedemptionSent again as a replacement waits since the first dispatch', () =>
  given(resolving)
    .when(recorded('RedemptionSent', { sentAt: time(99) }, later))
    .unchanged());

test('RedemptionSettled ends the wait: its payout is owed', () =>
  given(resolving).when(recorded('RedemptionSettled')).thenRows());

test('RedemptionFailed releases the reservation, in case of a crash before that', () =>
  given(resolving)
    .when(recorded('RedemptionFailed', {}, later))
    .thenRows(then({ step: 'GIVE_BACK', due_at: time(80), since_at: at, cause_event_id: 'id-RedemptionFailed' })));

const decided: OverruledDebitRow = {
  ...{ withdraw_id: 'wd1', decided_at: time(7_400), cause_event_id: 'id-RedemptionDecided' },
};

test('RedemptionDecided releases the reservation too, and is asked about', () =>
  given(resolving)
    .when(recorded('RedemptionDecided', {}, later))
    .thenRows(
      then({ step: 'GIVE_BACK', due_at: time(7_402), since_at: at, cause_event_id: 'id-RedemptionDecided' }),
      row(overruledDebits, decided),
    ));

test('RedemptionDecided of a settled debit is asked about, and releases no reservation', () =>
  givenRows(redemptionsProjection).when(recorded('RedemptionDecided')).thenRows(row(overruledDebits, decided)));

test('RedemptionDecided again is asked about from then on', () =>
  givenRows(redemptionsProjection, row(overruledDebits, { ...decided, decided_at: time(1) }))
    .when(recorded('RedemptionDecided'))
    .thenRows(row(overruledDebits, decided)));

test('RedemptionDecided with a settlement of the loss changes no question about the debit', () =>
  givenRows(redemptionsProjection)
    .when(recorded('RedemptionDecided', { debited: null, settledBy: 'E77' }))
    .thenRows());

test('BalanceReleased ends the wait', () => given().when(recorded('BalanceReleased')).thenRows());

test.each([
  ...(['BalanceCaptured', 'PeggedDebitSettled', 'RedemptionUnknown', 'RedemptionContradicted'] as const),
  'RedemptionDecisionProposed' as const,
  'RedemptionProposalWithdrawn' as const,
  ...(['WithdrawalAbandoned', 'WithdrawalCompleted', 'WithdrawalFailed'] as const),
])('%s changes no row', (type) => given(resolving).when(recorded(type)).unchanged());

test.each<EventType>([
  ...([
    'PayoutRequested',
    'PayoutDeferred',
    'PayoutDispatched',
    'PayoutOutcomeUnknown',
    'PayoutRejected',
    'PayoutSettled',
  ] as const),
  ...([
    'PayoutReturned',
    'PayoutContradicted',
    'PayoutHeld',
    'PayoutReleased',
    'PayoutDecisionProposed',
    'PayoutProposalWithdrawn',
  ] as const),
  ...(['PayoutDecided', 'ReturnResolved', 'RefundDue', 'RefundRecorded'] as const),
])('%s is no step of a debit', (type) =>
  given(resolving)
    .when(recorded(type, { withdrawId: 'wd1' }))
    .unchanged());

test('StreamClosed ends the questions about a withdrawal, and about no other stream', () => {
  const closed = (stream: string) => recorded('StreamClosed', { stream, withdrawId: 'wd1' } as never);
  given(resolving).when(closed('withdrawal-wd1')).thenRows();
  givenRows(redemptionsProjection, row(overruledDebits, decided)).when(closed('withdrawal-wd1')).thenRows();
  given(resolving).when(closed('peggedBalance-wd1')).unchanged();
});
