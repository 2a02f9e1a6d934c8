import { cashout } from '../../../aggregates/cashout/cashout';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { allBut, histories, type Situation } from './histories';
import { dispatch, request } from './payout-commands';

const being = (situation: Situation) => given(cashout, ...histories[situation]);

describe('requesting', () => {
  test('the first attempt follows the deposit', () =>
    being('ACCEPTED')
      .when(request(time(81)))
      .then(event('PayoutRequested')));
  test('the second has a key of its own, once its time has come', () =>
    being('REJECTED')
      .when(request(time(115)))
      .then(event('PayoutRequested', { attempt: 2, providerKey: 'key2', requestedAt: time(115) })));
  test('and not before', () =>
    being('REJECTED')
      .when(request(time(114.999)))
      .nothing());
  test.each(allBut('ACCEPTED', 'REJECTED'))('nothing is requested when %s', (situation) =>
    being(situation)
      .when(request(time(900)))
      .nothing());
});

describe('dispatching, the fence', () => {
  test('what was requested may be sent', () => being('REQUESTED').when(dispatch()).then(event('PayoutDispatched')));
  test.each(allBut('REQUESTED'))('nothing may be sent when %s', (situation) =>
    being(situation).when(dispatch()).nothing());
  test('it says what a tax obligation keeps of it', () => {
    const parties = { sealed: 2, subjectId: 'fiscal:u1', box: 'Ym94', commitment: 'Yw==' } as const;
    being('REQUESTED')
      .when({ ...dispatch(), parties })
      .then(event('PayoutDispatched', { parties }));
  });
  test('what is unknown may be sent again, under the same key', () =>
    being('UNKNOWN')
      .when(dispatch(time(90)))
      .then(event('PayoutDispatched')));
  test('nor what has become unknown since: it may be an order that is on its way', () =>
    being('UNKNOWN')
      .when(dispatch(time(89)))
      .nothing());
  test.each(allBut('UNKNOWN'))('nothing may be sent again when %s', (situation) =>
    being(situation)
      .when(dispatch(time(90)))
      .nothing());
});
