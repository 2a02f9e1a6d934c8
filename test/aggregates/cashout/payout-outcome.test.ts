import { cashout } from '../../../aggregates/cashout/cashout';
import { fold } from '../../../aggregates/decider';
import type { Outcome } from '../../../aggregates/payout/commands';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { allBut, histories, type Situation } from './histories';
import { dispatch, record, rejected, request, settled, unknown } from './payout-commands';

const being = (situation: Situation) => given(cashout, ...histories[situation]);

describe('a settlement', () => {
  test.each(['DISPATCHED', 'UNKNOWN', 'CONTRADICTED'] as const)('completes a payout that is %s', (situation) =>
    being(situation)
      .when(record(settled, time(95)))
      .then(event('PayoutSettled'), event('CashoutCompleted')));
  test('completes the second attempt under its own key', () =>
    being('SECOND')
      .when(record(settled, time(95), 'key2'))
      .then(event('PayoutSettled', { attempt: 2, providerKey: 'key2' }), event('CashoutCompleted')));
  test.each([
    'NONE',
    'PENDING',
    'EXPIRED',
    'COMPLETED',
    'RETURNED',
  ] as const)('is ignored in the state %s', (situation) =>
    being(situation)
      .when(record(settled, time(95)))
      .nothing());

  const contradiction = (detail: string, providerKey = 'key1') =>
    event('PayoutContradicted', { providerKey, settledNow: true, detail, contradictedAt: time(95) });
  test('is a contradiction with another amount, and does not complete the payout', () =>
    being('DISPATCHED')
      .when(record({ ...settled, amountCents: '15001' }, time(95)))
      .then(contradiction('settled for 15001 cents')));
  test('is a contradiction after the failure', () =>
    being('FAILED')
      .when(record(settled, time(95)))
      .then(contradiction('SETTLED after the intent had failed')));
  test.each([
    'REJECTED',
    'SECOND',
  ] as const)('is a contradiction under the key of a rejected attempt (%s)', (situation) =>
    being(situation)
      .when(record(settled, time(95)))
      .then(contradiction('SETTLED although the attempt is not open')));
  test('is a contradiction under another key after completion', () =>
    being('COMPLETED')
      .when(record(settled, time(95), 'key0'))
      .then(contradiction('SETTLED after the intent had been completed', 'key0')));
});

describe('a contradicted payout', () => {
  const alarmed = (situation: Situation) => given(cashout, ...histories[situation], event('PayoutContradicted'));
  test('requests no further attempt', () =>
    alarmed('REJECTED')
      .when(request(time(900)))
      .nothing());
  test('sends no first order', () => alarmed('REQUESTED').when(dispatch()).nothing());
  test('sends no second order', () =>
    alarmed('UNKNOWN')
      .when(dispatch(time(90)))
      .nothing());
  test.each([true, false])('neither fails nor owes back after a rejection (retry class: %s)', (retryClass) =>
    alarmed('DISPATCHED')
      .when(record(rejected(retryClass), time(85)))
      .nothing());
  test.each([
    ['REJECTED', 'SETTLED although the attempt is not open'],
    ['FAILED', 'SETTLED after the intent had failed'],
  ] as const)('records no repeated contradiction (%s)', (situation, detail) =>
    given(cashout, ...histories[situation], event('PayoutContradicted', { detail }))
      .when(record(settled, time(95)))
      .nothing());
  test.each([
    'REJECTED',
    'FAILED',
  ] as const)('records a different contradiction: it may be another payment (%s)', (situation) =>
    expect(cashout.decide(fold(cashout, histories[situation]), record(settled, time(95)))).toHaveLength(1));
  test('ignores a rejection after completion', () =>
    alarmed('COMPLETED')
      .when(record(rejected(false), time(95)))
      .nothing());
});

describe('a rejection', () => {
  const failure = (attempts: number) => [
    event('CashoutFailed', { attempts }),
    event('RefundDue', { amountBaseUnits: '25000000' }),
  ];
  test('fails the payout immediately when it is permanent, and owes the quoted amount', () =>
    being('DISPATCHED')
      .when(record(rejected(false), time(85)))
      .then(event('PayoutRejected'), ...failure(1)));
  test('makes the next attempt due after 30 s when it is temporary', () =>
    being('UNKNOWN')
      .when(record(rejected(true), time(85)))
      .then(event('PayoutRejected', { code: 'INSUFFICIENT_FUNDS', nextAttemptAt: time(115) })));
  test.each([
    [29_999, 115],
    [120_000, 205],
    [3_600_000, 3_685],
    [Number.MAX_SAFE_INTEGER, 3_685],
  ])('makes the next attempt due, when it is temporary with a wait of %i ms, at second %i', (retryAfterMs, second) =>
    being('UNKNOWN')
      .when(record({ ...rejected(true), retryAfterMs }, time(85)))
      .then(event('PayoutRejected', { code: 'INSUFFICIENT_FUNDS', nextAttemptAt: time(second) })));
  test('makes the third attempt due after 5 min when it is temporary again', () =>
    being('SECOND')
      .when(record(rejected(true), time(120), 'key2'))
      .then(
        event('PayoutRejected', {
          attempt: 2,
          providerKey: 'key2',
          code: 'INSUFFICIENT_FUNDS',
          nextAttemptAt: time(420),
          rejectedAt: time(120),
        }),
      ));
  test('makes no fourth attempt when it is temporary a third time', () => {
    const third = { attempt: 3, providerKey: 'key3' };
    const rejection = { code: 'INSUFFICIENT_FUNDS', nextAttemptAt: null };
    given(
      cashout,
      ...histories.SECOND,
      event('PayoutRejected', { attempt: 2, providerKey: 'key2', nextAttemptAt: time(420) }),
      event('PayoutRequested', third),
      event('PayoutDispatched', third),
    )
      .when(record(rejected(true), time(85), 'key3'))
      .then(
        event('PayoutRejected', { ...third, ...rejection }),
        event('CashoutFailed', { attempts: 3, reasonCode: 'INSUFFICIENT_FUNDS' }),
        event('RefundDue'),
      );
  });
  test('owes only the quoted amount after an overpaid deposit, whose surplus is already due', () => {
    const overpaid = event('DepositAccepted', { amountBaseUnits: '26000000' });
    given(cashout, ...histories.PENDING, overpaid, event('PayoutRequested'), event('PayoutDispatched'))
      .when(record(rejected(false), time(85)))
      .then(event('PayoutRejected'), ...failure(1));
  });
  test.each(allBut('DISPATCHED', 'UNKNOWN', 'COMPLETED', 'RETURNED'))('is ignored in the state %s', (situation) =>
    being(situation)
      .when(record(rejected(false), time(85)))
      .nothing());
  test.each(['COMPLETED', 'RETURNED'] as const)('is a contradiction after completion (%s)', (situation) =>
    being(situation)
      .when(record(rejected(false), time(210)))
      .then(event('PayoutContradicted')));
});

const REJECTED_LATE = 'REJECTED after the intent had been completed';

describe('the answer to one sending', () => {
  const answer = (outcome: Outcome, sentAt: string) => ({ ...record(outcome, time(800)), dispatchedAt: sentAt });
  const unknownOnce = event('PayoutOutcomeUnknown', { unknownAt: time(100) });
  const sentAgain = event('PayoutDispatched', { dispatchedAt: time(700), notAfter: time(715) });
  const unknownTwice = event('PayoutOutcomeUnknown', { unknownAt: time(730) });
  const twice = [...histories.DISPATCHED, unknownOnce, sentAgain] as const;

  test.each([rejected(true), rejected(false), unknown])('counts while it is the only one: $kind', (outcome) =>
    expect(cashout.decide(fold(cashout, histories.DISPATCHED), answer(outcome, time(82)))).not.toEqual([]));
  test.each([rejected(true), rejected(false), unknown])('is ignored after the key was sent again: $kind', (outcome) => {
    given(cashout, ...twice)
      .when(answer(outcome, time(82)))
      .nothing();
    given(cashout, ...twice, unknownTwice)
      .when(answer(outcome, time(82)))
      .nothing();
  });
  test('rejects the key when the order was rejected', () =>
    given(cashout, ...twice, unknownTwice)
      .when(answer(rejected(true), time(700)))
      .then(event('PayoutRejected', { code: 'INSUFFICIENT_FUNDS', nextAttemptAt: time(830), rejectedAt: time(800) })));
  test.each([rejected(true), rejected(false)])('does not contradict a later settlement: $kind', (outcome) => {
    const completed = [...twice, event('PayoutSettled'), event('CashoutCompleted')] as const;
    given(cashout, ...completed)
      .when(answer(outcome, time(82)))
      .nothing();
    given(cashout, ...completed)
      .when(answer(outcome, time(700)))
      .then(event('PayoutContradicted', { contradictedAt: time(800), detail: REJECTED_LATE }));
  });
  test('settles any sending when the order was paid', () =>
    given(cashout, ...twice)
      .when(answer(settled, time(82)))
      .then(event('PayoutSettled', { settledAt: time(800) }), event('CashoutCompleted', { completedAt: time(800) })));
});

describe('an unknown outcome', () => {
  test('is recorded', () =>
    being('DISPATCHED')
      .when(record(unknown, time(90)))
      .then(event('PayoutOutcomeUnknown')));
  test.each(allBut('DISPATCHED'))('is ignored in the state %s', (situation) =>
    being(situation)
      .when(record(unknown, time(90)))
      .nothing());
  test('is ignored for an earlier attempt', () =>
    being('SECOND')
      .when(record(unknown, time(90)))
      .nothing());
});
