import { memoryRows } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../../packages/testing/src/samples/sample-events';
import { payoutsProjection } from '../../../projections/payments/payouts';
import { type PayoutStepRow, payoutSteps } from '../../../read-models/steps/payout-steps';
import { type PayoutRow, payouts } from '../../../read-models/steps/payouts';
import { givenRows, row } from '../../given';

const step: PayoutStepRow = {
  stream: 'cashout-cid1',
  step: 'DISPATCH',
  due_at: time(81),
  since_at: time(500),
  provider_key: 'key1',
  cause_event_id: 'id-PayoutRequested',
  until_at: null,
};
const payout: PayoutRow = {
  provider_key: 'key1',
  stream: 'cashout-cid1',
  partner_id: 'p1',
  mode: 'sandbox',
  attempt: 1,
  amount_cents: '15000',
  status: 'REQUESTED',
  provider: null,
  ...{ code: null, deferral: null, deferred_since: null },
  requested_at: time(81),
  updated_at: time(500),
};
const resolving: PayoutStepRow = { ...step, step: 'RESOLVE', due_at: time(84), cause_event_id: 'id-PayoutDispatched' };
const dispatched: PayoutRow = { ...payout, status: 'DISPATCHED', provider: 'sandbox' };
const at = time(600);
const later = { metadata: metadata({ at }) };

const given = (waiting: PayoutStepRow, before: PayoutRow) =>
  givenRows(payoutsProjection, row(payoutSteps, waiting), row(payouts, before));
const both = (waiting: PayoutStepRow, before: PayoutRow) => [row(payoutSteps, waiting), row(payouts, before)];

test.each([
  'CashoutIntentCreated',
  'ExpiryHeld',
  'CashoutExpired',
  'RefundDue',
  'RefundRecorded',
  'GiftCardRevealed',
  'WithdrawalRequested',
  'WithdrawalAbandoned',
  'RedemptionSent',
  'RedemptionUnknown',
  'RedemptionFailed',
  'RedemptionContradicted',
  ...(['RedemptionDecisionProposed', 'RedemptionProposalWithdrawn', 'RedemptionDecided'] as const),
  ...(['PayoutHeld', 'PayoutDecisionProposed', 'PayoutProposalWithdrawn'] as const),
] as const)('%s changes no row', (type) => given(step, payout).when(recorded(type)).unchanged());

test('DepositAccepted waits for a request, at once', () =>
  givenRows(payoutsProjection)
    .when(recorded('DepositAccepted', {}, later))
    .thenRows(
      row(payoutSteps, {
        ...step,
        step: 'REQUEST',
        due_at: time(80),
        since_at: at,
        provider_key: null,
        cause_event_id: 'id-DepositAccepted',
      }),
    ));

test('RedemptionSettled waits for the request of a withdrawal’s payout, and no earlier event does', () =>
  givenRows(payoutsProjection)
    .when(recorded('RedemptionSettled', {}, later))
    .thenRows(
      row(payoutSteps, {
        ...{ ...step, stream: 'withdrawal-wd1', step: 'REQUEST', due_at: time(80), since_at: at },
        ...{ provider_key: null, cause_event_id: 'id-RedemptionSettled' },
      }),
    ));

test.each(['WithdrawalCompleted', 'WithdrawalFailed'] as const)('%s ends the wait', (type) =>
  givenRows(payoutsProjection, row(payoutSteps, { ...step, stream: 'withdrawal-wd1' }))
    .when(recorded(type))
    .thenRows());

test.each(['partnerId', 'mode'] as const)('PayoutRequested without %s is not applied', (name) => {
  const lacking = { metadata: metadata({ [name]: null }) };
  const rows = memoryRows(payoutsProjection);
  expect(() => rows.apply(recorded('PayoutRequested', {}, lacking))).toThrow(`has no ${name}`);
  expect(rows.all(payouts)).toEqual([]);
});

test('PayoutRequested waits for its dispatch, and makes an attempt', () =>
  givenRows(payoutsProjection)
    .when(recorded('PayoutRequested'))
    .thenRows(...both(step, payout)));

test('PayoutRequested names its provider, where the event does', () =>
  givenRows(payoutsProjection)
    .when(recorded('PayoutRequested', { provider: 'bank-a' }))
    .thenRows(...both(step, { ...payout, provider: 'bank-a' })));

test('PayoutDispatched waits for the outcome, from 2 s later', () =>
  given(step, payout)
    .when(recorded('PayoutDispatched', {}, later))
    .thenRows(...both({ ...resolving, since_at: at }, { ...dispatched, updated_at: at })));

test('PayoutDispatched again under the same key waits since the first dispatch', () =>
  given(resolving, dispatched)
    .when(recorded('PayoutDispatched', { dispatchedAt: time(700) }, later))
    .thenRows(...both({ ...resolving, due_at: time(702) }, { ...dispatched, updated_at: at })));

test('PayoutOutcomeUnknown asks after 2 s, and waits since the dispatch', () =>
  given(resolving, dispatched)
    .when(recorded('PayoutOutcomeUnknown', {}, later))
    .thenRows(
      ...both(
        { ...resolving, due_at: time(92), cause_event_id: 'id-PayoutOutcomeUnknown' },
        { ...dispatched, status: 'UNKNOWN', updated_at: at },
      ),
    ));

describe('PayoutRejected', () => {
  const rejected: PayoutRow = { ...dispatched, status: 'REJECTED', code: 'KEY_NOT_FOUND', updated_at: at };
  test('for good ends the wait', () =>
    given(resolving, dispatched)
      .when(recorded('PayoutRejected', {}, later))
      .thenRows(row(payouts, rejected)));
  test('for now waits for the next request', () =>
    given(resolving, dispatched)
      .when(recorded('PayoutRejected', { nextAttemptAt: time(115) }, later))
      .thenRows(
        ...both(
          { ...step, step: 'REQUEST', due_at: time(115), since_at: at, cause_event_id: 'id-PayoutRejected' },
          rejected,
        ),
      ));
});

test('PayoutSettled is settled', () =>
  given(resolving, dispatched)
    .when(recorded('PayoutSettled', {}, later))
    .thenRows(row(payouts, { ...dispatched, status: 'SETTLED', updated_at: at })));

describe('PayoutSettled by a decision of operators', () => {
  const settled = recorded('PayoutSettled', { decided: { proposedBy: 'ana', decidedBy: 'bob' } }, later);
  const paid: PayoutRow = { ...dispatched, status: 'SETTLED', updated_at: at };
  const asking: PayoutStepRow = {
    ...{ ...resolving, due_at: time(395), since_at: at, cause_event_id: 'id-PayoutSettled' },
    until_at: time(95 + 25 * 3_600),
  };

  test('is settled, and its provider is asked for a day and an hour', () =>
    given(resolving, dispatched)
      .when(settled)
      .thenRows(...both(asking, paid)));

  test.each(['CashoutCompleted', 'WithdrawalCompleted'] as const)('is still asked about after %s', (type) =>
    given({ ...asking, stream: type === 'CashoutCompleted' ? 'cashout-cid1' : 'withdrawal-wd1' }, paid)
      .when(recorded(type))
      .unchanged());
});

test('PayoutReturned is returned', () =>
  givenRows(payoutsProjection, row(payouts, { ...dispatched, status: 'SETTLED' }))
    .when(recorded('PayoutReturned', {}, later))
    .thenRows(row(payouts, { ...dispatched, status: 'RETURNED', updated_at: at })));

describe('ReturnResolved', () => {
  const back: PayoutRow = { ...dispatched, status: 'RETURNED' };
  const given = givenRows(payoutsProjection, row(payouts, back));
  test('ends the return', () =>
    given
      .when(recorded('ReturnResolved', {}, later))
      .thenRows(row(payouts, { ...back, status: 'RETURN_RESOLVED', updated_at: at })));
  test('waits for the next request when it is paid again, which may fail', () =>
    given
      .when(recorded('ReturnResolved', { how: 'PAID_AGAIN', transfer: null, resolvedAt: time(400) }, later))
      .thenRows(
        ...both(
          { ...step, step: 'REQUEST', due_at: time(400), since_at: at, cause_event_id: 'id-ReturnResolved' },
          back,
        ),
      ));
});

describe('PayoutContradicted', () => {
  test.each(['REQUEST', 'DISPATCH'] as const)('stops an unsent payout (%s)', (waiting) =>
    given({ ...step, step: waiting }, payout)
      .when(recorded('PayoutContradicted'))
      .thenRows(row(payouts, payout)));
  test('keeps asking about a sent payout', () =>
    given(resolving, dispatched).when(recorded('PayoutContradicted')).unchanged());
});

test.each(['CashoutCompleted', 'CashoutFailed'] as const)('%s ends the wait', (type) =>
  given(resolving, dispatched).when(recorded(type)).thenRows(row(payouts, dispatched)));

test.each([
  'REQUEST',
  'DISPATCH',
  'RESOLVE',
] as const)('StreamClosed ends the wait (%s), and keeps the payout that was or may have been paid', (waiting) =>
  given({ ...step, step: waiting }, dispatched)
    .when(recorded('StreamClosed'))
    .thenRows(row(payouts, dispatched)));

describe('PayoutReleased', () => {
  const released = recorded('PayoutReleased', {}, later);
  const woken = { ...step, cause_event_id: 'id-PayoutReleased' };

  test('makes the waiting payout due at once', () =>
    given(step, payout)
      .when(released)
      .thenRows(...both({ ...woken, due_at: time(90) }, payout)));

  test('keeps the time of the next attempt', () =>
    given({ ...step, step: 'REQUEST', due_at: time(115) }, payout)
      .when(released)
      .thenRows(...both({ ...woken, step: 'REQUEST', due_at: time(115) }, payout)));

  test('wakes no payout that does not wait', () =>
    givenRows(payoutsProjection, row(payouts, payout)).when(released).unchanged());
});

describe('PayoutDecided', () => {
  const decided = recorded('PayoutDecided', { decidedAt: time(7_400), refundableFrom: time(93_800) }, later);
  const unpaid: PayoutRow = { ...dispatched, status: 'REJECTED', code: 'DECIDED_UNPAID', updated_at: at };
  const asking: PayoutStepRow = {
    ...{ ...resolving, due_at: time(7_700), since_at: at, cause_event_id: 'id-PayoutDecided' },
    until_at: time(97_400),
  };

  test('is a rejection by operators; its provider is asked until an hour after the refund is possible', () =>
    given(resolving, dispatched)
      .when(decided)
      .thenRows(...both(asking, unpaid)));

  test.each(['CashoutFailed', 'WithdrawalFailed'] as const)('is still asked about after %s', (type) =>
    given({ ...asking, stream: type === 'CashoutFailed' ? 'cashout-cid1' : 'withdrawal-wd1' }, unpaid)
      .when(recorded(type))
      .unchanged());

  test('is asked about after a contradiction, since another order may be paid, until its stream is closed', () => {
    given(asking, unpaid).when(recorded('PayoutContradicted')).unchanged();
    given(asking, unpaid).when(recorded('StreamClosed')).thenRows(row(payouts, unpaid));
  });
});
