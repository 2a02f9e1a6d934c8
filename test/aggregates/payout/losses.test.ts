import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { PayoutEvent } from '../../../aggregates/payout/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { REFUND_TXID } from '../../../packages/testing/src/samples/sample-trouble-data';
import { given } from '../../given';
import { record, rejected, request } from '../cashout/payout-commands';
import { bill, said } from './owed';

type Event = PayoutEvent<{ readonly billId: string }>;

const lostSince = time(390);
const byLoss = { type: 'HoldPayout', now: time(400), lostSince } as const;
const lost = said('PayoutHeld', { heldAt: time(400), lostSince });
const release = { type: 'ReleasePayout', now: time(410) } as const;
const asked = { ...release, hasAskedAll: true, givesWord: true } as const;
const released = said('PayoutReleased', { releasedAt: time(410) });

const sent: readonly Event[] = [said('PayoutRequested'), said('PayoutDispatched')];
const back = said('PayoutReturned');
const returned: readonly Event[] = [...sent, said('PayoutSettled'), back];
const resolving = (how: 'PAID_AGAIN' | 'CRYPTO_DUE' = 'CRYPTO_DUE') =>
  ({ type: 'ResolveReturn', resolution: { how }, expectedCents: '15000', now: time(420) }) as const;
const handOver = {
  ...resolving(),
  resolution: { how: 'PARTNER_PAID', transfer: 'E2E-77' },
  now: time(400),
} as const;

describe('a return before a loss of the log', () => {
  test('is on hold once for each loss, and never by an operator', () => {
    given(bill, ...returned)
      .when(byLoss)
      .then(lost);
    given(bill, ...returned, lost)
      .when({ ...byLoss, now: time(405) })
      .nothing();
    given(bill, ...returned)
      .when({ type: 'HoldPayout', now: time(400) })
      .rejects('WRONG_STATE');
    given(bill, ...returned, said('ReturnResolved'))
      .when(byLoss)
      .rejects('WRONG_STATE');
  });

  test.each([resolving('PAID_AGAIN'), resolving(), handOver])('is not resolved before its release', (resolve) =>
    given(bill, ...returned, lost)
      .when(resolve)
      .rejects('WRONG_STATE'));

  test('is resolved after every provider was asked, and the same loss does not hold it again', () => {
    given(bill, ...returned, lost)
      .when(release)
      .rejects('WRONG_STATE');
    given(bill, ...returned, lost)
      .when({ ...asked, givesWord: false })
      .rejects('WRONG_STATE');
    given(bill, ...returned, lost)
      .when(asked)
      .then(released);
    given(bill, ...returned, lost, released)
      .when(byLoss)
      .nothing();
    given(bill, ...returned, lost, released)
      .when(asked)
      .nothing();
    given(bill, ...returned, lost, released)
      .when(handOver)
      .then(said('ReturnResolved'));
    const later = said('PayoutHeld', { heldAt: time(500), lostSince: time(490) });
    given(bill, ...returned, lost, released)
      .when({ ...byLoss, now: time(500), lostSince: time(490) })
      .then(later);
    given(bill, ...returned, lost, released, later)
      .when(handOver)
      .rejects('WRONG_STATE');
  });
});

describe('a return of a payout that was sent and open when the log was lost', () => {
  const onItsWay = [...sent, lost] as const;
  const settled = said('PayoutSettled', { settledAt: time(415) });

  test.each<[string, readonly Event[]]>([
    ['held', [...onItsWay, settled, back]],
    ['released before', [...onItsWay, released, settled, back]],
  ])('is not resolved before it is released once more, %s', (_how, history) => {
    given(bill, ...history)
      .when(handOver)
      .rejects('WRONG_STATE');
    given(bill, ...history)
      .when(release)
      .rejects('WRONG_STATE');
    given(bill, ...history)
      .when(asked)
      .then(released);
    given(bill, ...history, released)
      .when(handOver)
      .then(said('ReturnResolved'));
  });

  test('needs a new release after a payout that was released too early', () => {
    given(bill, ...onItsWay, settled)
      .when(asked)
      .then(released);
    given(bill, ...onItsWay, settled, released, back)
      .when(handOver)
      .rejects('WRONG_STATE');
  });

  test('needs a new release when its second payment was rejected after the first release', () => {
    const again = said('ReturnResolved', { how: 'PAID_AGAIN', transfer: null });
    const second = { attempt: 2, providerKey: 'key2' } as const;
    const sent2 = [said('PayoutRequested', second), said('PayoutDispatched', second)];
    const refused = said('PayoutRejected', { ...second, rejectedAt: time(415) });
    given(bill, ...returned, again, ...sent2, lost, released)
      .when(record(rejected(false), time(415), 'key2'))
      .then(refused);
    given(bill, ...returned, again, ...sent2, lost, released, refused)
      .when(handOver)
      .rejects('WRONG_STATE');
  });
});

describe('a second payment of a return, which a provider knows and the log has lost', () => {
  const second = { attempt: 2, providerKey: 'key2', provider: 'bank-b' } as const;
  const recover = { type: 'RecoverPayout', ...second, workerId: 'w1', now: time(410) } as const;
  const paidAgain = said('ReturnResolved', { how: 'PAID_AGAIN', transfer: null, resolvedAt: time(410) });
  const takenUp = [
    paidAgain,
    said('PayoutRequested', { ...second, requestedAt: time(410) }),
    said('PayoutDispatched', { ...second, workerId: 'w1', dispatchedAt: time(410), notAfter: time(410) }),
  ] as const;

  test('is recorded as sent, stays held, and is not sent again', () => {
    given(bill, ...returned, lost)
      .when(recover)
      .then(...takenUp);
    given(bill, ...returned, lost, ...takenUp)
      .when(resolving('PAID_AGAIN'))
      .rejects('WRONG_STATE');
    given(bill, ...returned, lost, ...takenUp, said('PayoutRejected', { ...second, nextAttemptAt: time(411) }))
      .when(request(time(500), 'bank-b'))
      .nothing();
  });

  test('is held again when the first payment was released before its outcome', () => {
    const settled = said('PayoutSettled', { settledAt: time(405) });
    given(bill, ...sent, lost, said('PayoutReleased'), settled, back)
      .when(recover)
      .then(said('PayoutHeld', { heldAt: time(410), lostSince }), ...takenUp);
  });

  test.each<[string, readonly Event[]]>([
    ['nothing was lost', returned],
    ['nothing came back', [...sent, lost, said('PayoutSettled')]],
    ['it was released', [...returned, lost, released]],
    ['the log knows that attempt', [...returned, lost, ...takenUp]],
  ])('is rejected when %s', (_why, history) =>
    given(bill, ...history)
      .when(recover)
      .rejects('WRONG_STATE'));

  test('is rejected when only a part was returned', () =>
    given(bill, ...sent, said('PayoutSettled'), said('PayoutReturned', { amountCents: '4000' }), lost)
      .when(recover)
      .rejects('WRONG_STATE'));
});

describe('a refund that is due in crypto', () => {
  const failed: readonly CashoutEvent[] = [
    ...[event('CashoutIntentCreated'), event('DepositAccepted'), event('PayoutRequested'), event('PayoutDispatched')],
    ...[event('PayoutRejected'), event('CashoutFailed'), event('RefundDue')],
  ];
  const transfer = {
    ...{ network: 'ethereum', txid: REFUND_TXID, assetId: 201, amountBaseUnits: '25000000', to: '0xbb' },
    transferredAt: time(93_900),
  } as const;
  const refund = { type: 'RecordRefund', transfer, due: null, now: time(94_000) } as const;
  const held = event('PayoutHeld', { heldAt: time(400), lostSince });
  const freed = event('PayoutReleased', { releasedAt: time(410) });
  const recorded = event('RefundRecorded');

  test('is held, and recorded after its release', () => {
    given(cashout, ...failed)
      .when(byLoss)
      .then(held);
    given(cashout, ...failed, held)
      .when(refund)
      .rejects('WRONG_STATE');
    given(cashout, ...failed, held)
      .when(asked)
      .then(freed);
    given(cashout, ...failed, held, freed)
      .when(refund)
      .then(recorded);
  });

  test('is not held by a loss once it is recorded', () => {
    given(cashout, ...failed, recorded)
      .when(byLoss)
      .rejects('WRONG_STATE');
    given(cashout, ...failed, held, freed, recorded)
      .when(refund)
      .nothing();
  });

  test('stays held when the payout failed after its release', () =>
    given(cashout, ...failed.slice(0, 4), held, freed, ...failed.slice(4))
      .when(refund)
      .rejects('WRONG_STATE'));

  test('rejects a recovered order of its payout', () =>
    given(cashout, ...failed, held)
      .when({
        ...{ type: 'RecoverPayout', attempt: 2, providerKey: 'key2', provider: 'sandbox' },
        ...{ workerId: 'w1', now: time(410) },
      })
      .rejects('WRONG_STATE'));
});
