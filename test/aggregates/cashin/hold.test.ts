import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, DeliveryOutcome } from '../../../aggregates/cashin/commands';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { ShownDelivery } from '../../../aggregates/delivery/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const attemptDelaysMs = [30_000];
const created = event('CashinIntentCreated');
const charged = [created, event('ChargeCreated')];
const paid = [...charged, event('PixReceived'), event('PixAccepted'), event('SplitApplied')];
const requested = [...paid, event('DeliveryRequested')];
const sent = [...requested, event('DeliverySent')];
const completed = [...sent, event('DeliveryConfirmed'), event('CashinCompleted')];
const owed = [...paid, event('CashinFailed'), event('ChargeRefundDue')];
const dispatched = [...owed, event('ChargeRefundDispatched')];
const unknown = [...dispatched, event('ChargeRefundUnknown')];
const done = [...dispatched, event('ChargeRefundDone')];
const expired = [...charged, event('CashinExpired')];
const held = event('CashinHeld');
const hold = (lostSince = time(0)): CashinCommand => ({ type: 'HoldCashin', lostSince, now: time(420) });
const release: CashinCommand = { type: 'ReleaseCashin', now: time(600) };
const pix = {
  ...{ endToEndId: 'E1', amountCents: '15000', feeCents: '0', payerTaxIdMasked: '***.428.201-**' },
  ...{ isOtherPayer: false, paidAt: time(60), refundedCents: '0' },
};
const recordCharge = (said: Partial<Extract<CashinCommand, { type: 'RecordCharge' }>>): CashinCommand => ({
  ...{ type: 'RecordCharge', payments: [], split: null, disputes: [], closed: null, now: time(430) },
  ...said,
});

describe('the hold of a cash-in', () => {
  test.each<[string, readonly CashinEvent[]]>([
    ['without a charge', [created]],
    ['with a charge', charged],
    ['with an accepted PIX', paid],
    ['with a delivery', requested],
    ['with a sent delivery', sent],
    ['with a refund that is owed', owed],
    ['with a refund that was sent', dispatched],
    ['with a refund of unknown outcome', unknown],
  ])('takes a cash-in %s, once, until its release', (_name, history) => {
    given(cashin, ...history)
      .when(hold())
      .then(held);
    given(cashin, ...history, held)
      .when(hold(time(400)))
      .nothing();
    given(cashin, ...history, held)
      .when(release)
      .then(event('CashinReleased'));
    given(cashin, ...history, held, event('CashinReleased'))
      .when(release)
      .nothing();
    given(cashin, ...history, held, event('CashinReleased'))
      .when(hold(time(400)))
      .then(event('CashinHeld', { lostSince: time(400) }));
  });

  test.each<[string, readonly CashinEvent[]]>([
    ['was delivered', completed],
    ['has expired', expired],
    ['was refunded', done],
    [
      'has a refund that was refused for good',
      [...dispatched, event('ChargeRefundRejected', { code: 'X', nextAttemptAt: null })],
    ],
  ])('skips a cash-in that %s', (_name, history) =>
    given(cashin, ...history)
      .when(hold())
      .nothing());

  test('rejects an unknown intent', () => given(cashin).when(hold()).rejects('INTENT_NOT_FOUND'));
});

describe('a held cash-in', () => {
  const nothing = (history: readonly CashinEvent[], command: CashinCommand) =>
    given(cashin, ...history, held)
      .when(command)
      .nothing();

  test('records a charge that exists, and ignores its refusal', () => {
    const { intentId: _intent, ...charge } = event('ChargeCreated').data;
    given(cashin, created, held).when({ type: 'RecordChargeCreated', charge }).then(event('ChargeCreated'));
    nothing([created], { type: 'RefuseCharge', code: 'OTHER', message: 'no', now: time(430) });
  });

  test('keeps a PIX at its provider, and judges it after the release', () => {
    nothing(charged, recordCharge({ payments: [pix] }));
    nothing(charged, recordCharge({ payments: [{ ...pix, amountCents: '1' }] }));
    given(cashin, ...charged, held, event('CashinReleased'))
      .when(recordCharge({ payments: [pix], now: time(62) }))
      .then(event('PixReceived'), event('PixAccepted'));
  });

  test('records a contradiction for a known PIX with another amount', () =>
    given(cashin, ...paid, held)
      .when(recordCharge({ payments: [{ ...pix, amountCents: '1' }], now: time(410) }))
      .then(event('CashinContradicted')));

  test('does not expire before its release', () => {
    const closed = { cancelledAt: time(301), askedAt: time(302) };
    nothing(charged, recordCharge({ closed }));
    given(cashin, ...charged, held, event('CashinReleased'))
      .when(recordCharge({ closed, now: time(303) }))
      .then(event('CashinExpired'));
  });

  test('neither sends, repeats nor abandons a delivery', () => {
    const waiting = [...sent, event('DeliveryFailed', { wasSent: true, nextAttemptAt: time(95) })];
    const request: CashinCommand = { type: 'RequestDelivery', deliveryIdOf: (n) => `delivery${n}`, now: time(430) };
    nothing(paid, request);
    nothing(waiting, request);
    nothing(requested, {
      ...{ type: 'SendDelivery', deliveryId: 'delivery1', prepared: 'sbx_tx_1', txId: '0xd9', workerId: 'w1' },
      now: time(430),
    });
    nothing(paid, { type: 'AbandonDelivery', code: 'WALLET_MISMATCH', message: 'another', now: time(430) });
  });

  const said = (outcome: DeliveryOutcome, now: string): CashinCommand => ({
    ...{ type: 'RecordDelivery', deliveryId: 'delivery1', outcome, attemptDelaysMs, now },
  });
  const refused = { kind: 'FAILED', code: 'ACCOUNT_CLOSED', message: 'No trustline', retryClass: false } as const;

  test('completes when a sent delivery arrives', () => {
    const { intentId: _intent, assetId: _asset, ...arrived } = event('DeliveryConfirmed').data;
    given(cashin, ...sent, held)
      .when(said({ ...arrived, kind: 'CONFIRMED' }, time(80)))
      .then(event('DeliveryConfirmed'), event('CashinCompleted'));
  });

  test('records the failure of a sent delivery, and refunds only after the release', () => {
    const failed = event('DeliveryFailed', { wasSent: true });
    given(cashin, ...sent, held)
      .when(said(refused, time(65)))
      .then(failed);
    const { txId: _tx, ...delivery } = event('CashinCompleted').data.delivery ?? { txId: '' };
    given(cashin, ...sent, held, failed)
      .when(release)
      .then(
        event('CashinReleased'),
        event('CashinFailed', { delivery: delivery as ShownDelivery, failedAt: time(600) }),
        event('ChargeRefundDue', { dueAt: time(600) }),
      );
    given(cashin, ...sent, held, failed, event('CashinContradicted'))
      .when(release)
      .then(event('CashinReleased'));
  });

  test('ignores the failure of an unsent delivery', () => nothing(requested, said(refused, time(65))));

  test('sends no refund, first or again', () => {
    const dispatch = {
      type: 'DispatchRefund',
      ...{ endToEndId: 'E1', refundKeyOf: () => 'refund1', workerId: 'w1' },
      ...{ now: time(430), notAfter: time(445) },
    } as const;
    nothing(owed, { ...dispatch, unknownSince: null });
    nothing(unknown, { ...dispatch, unknownSince: time(97) });
    given(cashin, ...owed, held, event('CashinReleased'))
      .when({ ...dispatch, unknownSince: null })
      .then(event('ChargeRefundDispatched', { dispatchedAt: time(430), notAfter: time(445) }));
  });

  test('records the end of a sent refund', () =>
    given(cashin, ...dispatched, held)
      .when({
        ...{ type: 'RecordRefund', refundKey: 'refund1', dispatchedAt: null, attemptDelaysMs, now: time(120) },
        outcome: { kind: 'DONE', amountCents: '15000', returnId: 'D1' },
      })
      .then(event('ChargeRefundDone')));

  test('opens a dispute, and loses it only after the release', () => {
    const dispute: CashinCommand = {
      ...{ type: 'RecordDispute', disputeId: 'dispute1', endToEndId: 'E1', amountCents: '15000', state: 'LOST' },
      ...{ reason: 'FRAUD', now: time(400) },
    };
    given(cashin, ...paid, held)
      .when(dispute)
      .then(event('DisputeOpened'));
    nothing([...paid, event('DisputeOpened')], dispute);
    given(cashin, ...paid, held, event('DisputeOpened'))
      .when({ ...dispute, state: 'WON', now: time(500) })
      .then(event('DisputeWon'));
  });
});
