import { cashout } from '../../../aggregates/cashout/cashout';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { histories, type Situation } from './histories';
import { record, returned, settlement } from './payout-commands';

const being = (situation: Situation) => given(cashout, ...histories[situation]);

describe('returned', () => {
  const back = event('PayoutReturned');
  test('after completion is a fact, and the intent stays completed', () =>
    being('COMPLETED')
      .when(record(returned, time(200)))
      .then(back));
  test('once', () =>
    being('RETURNED')
      .when(record(returned, time(200)))
      .nothing());
  test('in parts: the provider says what has come back in all, and each event what has come back since', () => {
    const part = event('PayoutReturned', { amountCents: '4000' });
    given(cashout, ...histories.COMPLETED, part)
      .when(record({ ...returned, amountCents: '9000' }, time(200)))
      .then(event('PayoutReturned', { amountCents: '5000' }));
    given(cashout, ...histories.COMPLETED, part, event('PayoutReturned', { amountCents: '5000' }))
      .when(record({ ...returned, amountCents: '9000' }, time(200)))
      .nothing();
  });
  test.each(['DISPATCHED', 'UNKNOWN'] as const)('when nobody had asked in between (%s), it had settled', (situation) =>
    being(situation)
      .when(record(returned, time(200)))
      .then(
        event('PayoutSettled', { settledAt: time(200) }),
        event('CashoutCompleted', { completedAt: time(200) }),
        back,
      ));
  test('for another amount than was to be paid is an alarm', () =>
    being('DISPATCHED')
      .when(record({ ...returned, settlement: { ...settlement, amountCents: '1' } }, time(200)))
      .then(
        event('PayoutContradicted', { settledNow: false, detail: 'settled for 1 cents', contradictedAt: time(200) }),
      ));
  const alarm = (detail: string, providerKey = 'key1') =>
    event('PayoutContradicted', { providerKey, settledNow: false, detail, contradictedAt: time(200) });
  test('after the failure is an alarm: it had been paid', () =>
    being('FAILED')
      .when(record(returned, time(200)))
      .then(alarm('RETURNED after the intent had failed')));
  test.each(['REJECTED', 'SECOND'] as const)('under the key of a rejected attempt is an alarm (%s)', (situation) =>
    being(situation)
      .when(record(returned, time(200)))
      .then(alarm('RETURNED although the attempt is not open')));
  test('under another key after completion is an alarm', () =>
    being('COMPLETED')
      .when(record(returned, time(200), 'key0'))
      .then(alarm('RETURNED after the intent had been completed', 'key0')));
  test.each(['NONE', 'PENDING', 'EXPIRED'] as const)('is nothing to what is %s', (situation) =>
    being(situation)
      .when(record(returned, time(200)))
      .nothing());
});
