import type { RecoverPayout } from '../../../aggregates/payout/commands';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { given } from '../../given';
import { dispatch, record, rejected, request, settled } from '../cashout/payout-commands';
import { bill, said } from './owed';

const requested = said('PayoutRequested');
const dispatched = [requested, said('PayoutDispatched')] as const;
const retryLater = [...dispatched, said('PayoutRejected', { code: 'OTHER', nextAttemptAt: time(115) })] as const;
const paid = [...dispatched, said('PayoutSettled')] as const;

const lostSince = time(70);
const byLoss = { type: 'HoldPayout', now: time(90), lostSince } as const;
const lost = said('PayoutHeld', { heldAt: time(90), lostSince });
const byOperator = said('PayoutHeld');

const release = { type: 'ReleasePayout', now: time(100) } as const;
const asked = { ...release, hasAskedAll: true } as const;
const released = said('PayoutReleased', { releasedAt: time(100) });

describe('a payout that is held by the loss of a log', () => {
  test('is held once, and keeps the first loss', () => {
    given(bill, requested).when(byLoss).then(lost);
    given(bill, requested, lost)
      .when({ ...byLoss, now: time(95), lostSince: time(90) })
      .nothing();
  });

  test('replaces the hold of an operator, and is not replaced by one', () => {
    given(bill, requested, byOperator).when(byLoss).then(lost);
    given(bill, requested, lost)
      .when({ type: 'HoldPayout', now: time(95) })
      .nothing();
  });

  test('is neither requested nor sent', () => {
    given(bill, lost)
      .when(request(time(95)))
      .nothing();
    given(bill, requested, lost).when(dispatch()).nothing();
    given(bill, ...retryLater, lost)
      .when(request(time(300)))
      .nothing();
  });

  test('is released only after every provider was asked', () => {
    given(bill, requested, lost).when(release).rejects('WRONG_STATE');
    given(bill, requested, lost).when(asked).then(released);
    given(bill, ...dispatched, lost, said('PayoutRejected', { nextAttemptAt: time(115) }))
      .when(release)
      .rejects('WRONG_STATE');
    given(bill, requested, lost, released).when(dispatch()).then(said('PayoutDispatched'));
    given(bill, requested, lost, released, byOperator).when(release).then(released);
  });

  test('settles when the provider reports it', () =>
    given(bill, ...dispatched, lost)
      .when(record(settled, time(95)))
      .then(said('PayoutSettled')));
});

const recover: RecoverPayout = {
  ...{ type: 'RecoverPayout', attempt: 1, providerKey: 'key1', provider: 'sandbox' },
  ...{ workerId: 'w1', now: time(100) },
};
const at100 = { dispatchedAt: time(100), notAfter: time(100), workerId: 'w1' } as const;
const second: RecoverPayout = { ...recover, attempt: 2, providerKey: 'key2' };
const secondAsked = said('PayoutRequested', {
  ...{ attempt: 2, providerKey: 'key2', provider: 'sandbox', requestedAt: time(100) },
});
const secondSent = said('PayoutDispatched', { ...at100, attempt: 2, providerKey: 'key2' });

describe('an order that a provider knows and the log has lost', () => {
  test('is recorded as sent', () => {
    given(bill, lost)
      .when(recover)
      .then(said('PayoutRequested', { provider: 'sandbox', requestedAt: time(100) }), said('PayoutDispatched', at100));
    given(bill, requested, lost).when(recover).then(said('PayoutDispatched', at100));
    given(bill, requested, lost).when(second).then(secondAsked, secondSent);
    given(bill, ...retryLater, lost)
      .when(second)
      .then(secondAsked, secondSent);
  });

  test('is not sent again, and settles or fails as its provider reports', () => {
    const found = [...retryLater, lost, secondAsked, secondSent] as const;
    given(bill, ...found)
      .when(dispatch())
      .nothing();
    given(bill, ...found)
      .when(record(settled, time(110), 'key2'))
      .then(said('PayoutSettled', { attempt: 2, providerKey: 'key2', settledAt: time(110) }));
    given(bill, ...found)
      .when(record(rejected(false), time(110), 'key2'))
      .then(said('PayoutRejected', { attempt: 2, providerKey: 'key2', nextAttemptAt: null, rejectedAt: time(110) }));
  });

  test.each([
    ['nothing was lost', [requested], recover],
    ['an operator alone holds it', [requested, byOperator], recover],
    ['one is open', [...dispatched, lost], second],
    ['it has ended', [...paid], recover],
    ['the log knows that attempt', [...retryLater, lost], recover],
    ['that attempt was meant for another provider', [said('PayoutRequested', { provider: 'other' }), lost], recover],
  ])('is refused when %s', (_why, history, command) =>
    given(bill, ...history)
      .when(command)
      .rejects('WRONG_STATE'));
});
