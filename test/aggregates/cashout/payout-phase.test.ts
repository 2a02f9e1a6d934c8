import { cashout } from '../../../aggregates/cashout/cashout';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { allBut, histories, type Situation } from './histories';
import { dispatch, request } from './payout-commands';

const being = (situation: Situation) => given(cashout, ...histories[situation]);

describe('the request of a payout', () => {
  test('follows the deposit', () =>
    being('ACCEPTED')
      .when(request(time(81)))
      .then(event('PayoutRequested')));
  test('follows a rejection when the next attempt is due, with its own key', () =>
    being('REJECTED')
      .when(request(time(115)))
      .then(event('PayoutRequested', { attempt: 2, providerKey: 'key2', requestedAt: time(115) })));
  test('does not follow a rejection before its time', () =>
    being('REJECTED')
      .when(request(time(114.999)))
      .nothing());
  test.each(allBut('ACCEPTED', 'REJECTED'))('does not follow in the state %s', (situation) =>
    being(situation)
      .when(request(time(900)))
      .nothing());
});

describe('the dispatch of a payout, the fence', () => {
  test('follows the request', () => being('REQUESTED').when(dispatch()).then(event('PayoutDispatched')));
  test.each(allBut('REQUESTED'))('does not follow in the state %s', (situation) =>
    being(situation).when(dispatch()).nothing());
  test('keeps the parties for the tax obligation', () => {
    const parties = { sealed: 2, subjectId: 'fiscal:u1', box: 'Ym94', commitment: 'Yw==' } as const;
    being('REQUESTED')
      .when({ ...dispatch(), parties })
      .then(event('PayoutDispatched', { parties }));
  });
  test('repeats an unknown payout under the same key', () =>
    being('UNKNOWN')
      .when(dispatch(time(90)))
      .then(event('PayoutDispatched')));
  test('does not repeat a payout whose outcome became unknown later, because its order may be sent', () =>
    being('UNKNOWN')
      .when(dispatch(time(89)))
      .nothing());
  test.each(allBut('UNKNOWN'))('repeats no payout in the state %s', (situation) =>
    being(situation)
      .when(dispatch(time(90)))
      .nothing());
});
