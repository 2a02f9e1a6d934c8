import { cashout } from '../../../aggregates/cashout/cashout';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { histories } from './histories';
import { request } from './payout-commands';

const byLoss = { type: 'HoldPayout', now: time(90), lostSince: time(70) } as const;
const lost = event('PayoutHeld', { heldAt: time(90), lostSince: time(70) });
const release = { type: 'ReleasePayout', hasAskedAll: true, now: time(100) } as const;

test('holds the payout of an unpaid intent, because its deposit may be lost too', () => {
  given(cashout, ...histories.PENDING)
    .when(byLoss)
    .then(lost);
  given(cashout, ...histories.PENDING, lost)
    .when({ ...byLoss, now: time(95), lostSince: time(80) })
    .nothing();
  const accepted = [...histories.PENDING, lost, event('DepositAccepted')] as const;
  given(cashout, ...accepted)
    .when(request(time(95)))
    .nothing();
  given(cashout, ...accepted)
    .when(byLoss)
    .nothing();
  given(cashout, ...accepted, event('PayoutReleased'))
    .when(request(time(95)))
    .then(event('PayoutRequested', { requestedAt: time(95) }));
});

test('holds an unpaid intent by a loss only, and releases nothing of it', () => {
  given(cashout, ...histories.PENDING)
    .when({ type: 'HoldPayout', now: time(90) })
    .nothing();
  given(cashout, ...histories.PENDING, lost)
    .when(release)
    .nothing();
});

test('does not hold an expired intent, and rejects a paid one', () => {
  given(cashout, ...histories.COMPLETED)
    .when(byLoss)
    .rejects('WRONG_STATE');
  given(cashout, ...histories.EXPIRED)
    .when(byLoss)
    .nothing();
});
