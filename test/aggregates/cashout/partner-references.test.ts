import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import { expiryEvidence, movement, sealed, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { histories, type Situation } from './histories';
import { record, rejected, settled } from './payout-commands';

const known = { reference: 'order-17', externalUserId: sealed('u1', 'bWFyaWE=') };

/** The same history of an intent whose quote named both. */
const being = (situation: Situation) => {
  const [, ...rest] = histories[situation] as readonly CashoutEvent[];
  return given(cashout, event('CashoutIntentCreated', known), ...rest);
};

describe('an event with a notification has the references of the partner', () => {
  test('DepositAccepted', () => {
    const { acceptedAt, depositId } = event('DepositAccepted').data;
    being('PENDING')
      .when({ type: 'AcceptDeposit', deposit: { ...movement, depositId }, now: acceptedAt })
      .then(event('DepositAccepted', known));
  });

  test('CashoutExpired', () =>
    being('PENDING')
      .when({ type: 'Expire', evidence: expiryEvidence, now: time(340) })
      .then(event('CashoutExpired', known)));

  test('CashoutCompleted', () =>
    being('DISPATCHED')
      .when(record(settled, event('PayoutSettled').data.settledAt))
      .then(
        event('PayoutSettled'),
        event('CashoutCompleted', { ...known, completedAt: event('PayoutSettled').data.settledAt }),
      ));

  test('CashoutFailed', () =>
    being('DISPATCHED')
      .when(record(rejected(false), event('PayoutRejected').data.rejectedAt))
      .then(event('PayoutRejected'), event('CashoutFailed', known), event('RefundDue')));
});
