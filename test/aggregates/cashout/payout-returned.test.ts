import { cashout } from '../../../aggregates/cashout/cashout';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { histories, type Situation } from './histories';
import { record, returned, settlement } from './payout-commands';

const being = (situation: Situation) => given(cashout, ...histories[situation]);

describe('a return', () => {
  const back = event('PayoutReturned');
  test('is recorded after completion, and the intent stays completed', () =>
    being('COMPLETED')
      .when(record(returned, time(200)))
      .then(back));
  test('is recorded once', () =>
    being('RETURNED')
      .when(record(returned, time(200)))
      .nothing());
  test('is recorded in parts, each with the difference from the last total', () => {
    const part = event('PayoutReturned', { amountCents: '4000' });
    given(cashout, ...histories.COMPLETED, part)
      .when(record({ ...returned, amountCents: '9000' }, time(200)))
      .then(event('PayoutReturned', { amountCents: '5000' }));
    given(cashout, ...histories.COMPLETED, part, event('PayoutReturned', { amountCents: '5000' }))
      .when(record({ ...returned, amountCents: '9000' }, time(200)))
      .nothing();
  });
  test.each([
    'DISPATCHED',
    'UNKNOWN',
  ] as const)('settles a payout first when the provider was not asked before (%s)', (situation) =>
    being(situation)
      .when(record(returned, time(200)))
      .then(
        event('PayoutSettled', { settledAt: time(200) }),
        event('CashoutCompleted', { completedAt: time(200) }),
        back,
      ));
  test('is a contradiction when its amount differs from the payout', () =>
    being('DISPATCHED')
      .when(record({ ...returned, settlement: { ...settlement, amountCents: '1' } }, time(200)))
      .then(
        event('PayoutContradicted', { settledNow: false, detail: 'settled for 1 cents', contradictedAt: time(200) }),
      ));
  const alarm = (detail: string, providerKey = 'key1') =>
    event('PayoutContradicted', { providerKey, settledNow: false, detail, contradictedAt: time(200) });
  test('is a contradiction after the failure, because the payout had been paid', () =>
    being('FAILED')
      .when(record(returned, time(200)))
      .then(alarm('RETURNED after the intent had failed')));
  test.each([
    'REJECTED',
    'SECOND',
  ] as const)('is a contradiction under the key of a rejected attempt (%s)', (situation) =>
    being(situation)
      .when(record(returned, time(200)))
      .then(alarm('RETURNED although the attempt is not open')));
  test('is a contradiction under another key after completion', () =>
    being('COMPLETED')
      .when(record(returned, time(200), 'key0'))
      .then(alarm('RETURNED after the intent had been completed', 'key0')));
  test.each(['NONE', 'PENDING', 'EXPIRED'] as const)('is ignored in the state %s', (situation) =>
    being(situation)
      .when(record(returned, time(200)))
      .nothing());
});
