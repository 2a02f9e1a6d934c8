import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, FoundDelivery, FoundRefund } from '../../../aggregates/cashin/commands';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { ShownDelivery } from '../../../aggregates/delivery/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const charged = [event('CashinIntentCreated'), event('ChargeCreated')];
const paid = [...charged, event('PixReceived'), event('PixAccepted'), event('SplitApplied')];
const requested = [...paid, event('DeliveryRequested')];
const sent = [...requested, event('DeliverySent')];
const failedOnce = [...sent, event('DeliveryFailed', { wasSent: true, nextAttemptAt: time(95) })];
const owed = [...paid, event('CashinFailed'), event('ChargeRefundDue')];
const refusedForGood = [
  ...[...owed, event('ChargeRefundDispatched')],
  event('ChargeRefundRejected', { code: 'ACCOUNT_CLOSED', nextAttemptAt: null }),
];
const held = event('CashinHeld');
const NOW = time(600);

const SHOWN: ShownDelivery = {
  ...{ deliveryId: 'delivery1', symbol: 'USDC', network: 'ethereum', decimals: 6 },
  ...{ amountBaseUnits: '27000000', destination: '0xbb' },
};

const pix = {
  ...{ endToEndId: 'E1', amountCents: '15000', feeCents: '0', payerTaxIdMasked: '***.428.201-**' },
  ...{ isOtherPayer: false, paidAt: time(60), refundedCents: '0' },
};
const split = { isApplied: true, amountCents: '75' };
const delivery: FoundDelivery = { attempt: 1, deliveryId: 'delivery1', txId: '0xd9', prepared: 'sbx_tx_1' };
const refund: FoundRefund = { endToEndId: 'E1', attempt: 1, refundKey: 'refund1', amountCents: '15000' };
const recover = (found: Partial<Extract<CashinCommand, { type: 'RecoverCashin' }>>): CashinCommand => ({
  ...{ type: 'RecoverCashin', payments: [], split: null, delivery: null, refunds: [], workerId: 'w1', now: NOW },
  ...found,
});

const deliveryRequested = event('DeliveryRequested', { requestedAt: NOW });
const deliverySent = event('DeliverySent', { sentAt: NOW });
const reason = 'found after a loss of the log';
const refundSent = [
  event('ChargeRefundDispatched', { dispatchedAt: NOW, notAfter: NOW }),
  event('ChargeRefundUnknown', { reason, unknownAt: NOW }),
];

describe('a delivery that a provider knows after a loss', () => {
  test('is recorded with its PIX', () =>
    given(cashin, ...charged, held)
      .when(recover({ payments: [pix], split, delivery }))
      .then(
        event('PixReceived', { receivedAt: NOW }),
        event('PixAccepted', { acceptedAt: NOW }),
        event('SplitApplied', { appliedAt: NOW }),
        deliveryRequested,
        deliverySent,
      ));

  test('is recorded when no delivery, or the same one, was requested', () => {
    given(cashin, ...paid, held)
      .when(recover({ delivery }))
      .then(deliveryRequested, deliverySent);
    given(cashin, ...requested, held)
      .when(recover({ delivery }))
      .then(deliverySent);
  });

  test('is recorded as the next attempt after a failure, also for good', () => {
    const second = { attempt: 2, deliveryId: 'delivery2' };
    const events = [
      event('DeliveryRequested', { ...second, requestedAt: NOW }),
      event('DeliverySent', { ...second, sentAt: NOW }),
    ];
    const found = recover({ delivery: { ...delivery, ...second } });
    for (const history of [requested, failedOnce])
      given(cashin, ...history, held)
        .when(found)
        .then(...events);
    const forGood = [...sent, held, event('DeliveryFailed', { wasSent: true })];
    given(cashin, ...forGood)
      .when(found)
      .then(...events);
    const { intentId: _intent, assetId: _asset, deliveryId: _first, ...arrived } = event('DeliveryConfirmed').data;
    given(cashin, ...forGood, ...events)
      .when({
        ...{ type: 'RecordDelivery', deliveryId: 'delivery2', attemptDelaysMs: [], now: time(610) },
        outcome: { ...arrived, kind: 'CONFIRMED' },
      })
      .then(
        event('DeliveryConfirmed', { deliveryId: 'delivery2', confirmedAt: time(610) }),
        event('CashinCompleted', {
          delivery: { ...SHOWN, deliveryId: 'delivery2', txId: '0xd9' },
          completedAt: time(610),
        }),
      );
  });

  test.each<[string, readonly CashinEvent[], Partial<FoundDelivery>]>([
    ['no PIX has come', charged, {}],
    ['the PIX is owed back', owed, {}],
    ['another one is open', sent, { attempt: 2, deliveryId: 'delivery2' }],
    ['it arrived', [...sent, event('DeliveryConfirmed')], { attempt: 2, deliveryId: 'delivery2' }],
    ['that attempt failed', failedOnce, {}],
    ['a provider has contradicted itself', [...paid, event('CashinContradicted')], {}],
  ])('is rejected when %s', (_name, history, differences) =>
    given(cashin, ...history, held)
      .when(recover({ delivery: { ...delivery, ...differences } }))
      .rejects('WRONG_STATE'));
});

describe('a refund that a provider knows after a loss', () => {
  test('is recorded when it is owed', () =>
    given(cashin, ...owed, held)
      .when(recover({ payments: [pix], refunds: [refund] }))
      .then(...refundSent));

  test('is recorded as a later attempt, also after a permanent rejection', () => {
    const second = { attempt: 2, refundKey: 'refund2' };
    for (const history of [owed, refusedForGood])
      given(cashin, ...history, held)
        .when(recover({ refunds: [{ ...refund, ...second }] }))
        .then(
          event('ChargeRefundDispatched', { ...second, dispatchedAt: NOW, notAfter: NOW }),
          event('ChargeRefundUnknown', { refundKey: 'refund2', reason, unknownAt: NOW }),
        );
  });

  test('is recorded for a PIX of the exact amount, which then pays for no intent', () =>
    given(cashin, ...charged, held)
      .when(recover({ payments: [pix], split: null, refunds: [refund] }))
      .then(
        event('PixReceived', { receivedAt: NOW }),
        event('ChargeRefundDue', { reason: 'INTENT_CLOSED', dueAt: NOW }),
        event('CashinFailed', {
          ...{ reasonCode: 'INTENT_CLOSED', reason: 'The intent had ended', accepted: null, splitAppliedCents: '0' },
          failedAt: NOW,
        }),
        ...refundSent,
      ));

  test('is recorded for the accepted PIX, which fails the intent', () =>
    given(cashin, ...requested, held)
      .when(recover({ payments: [pix], refunds: [refund] }))
      .then(
        event('CashinFailed', {
          ...{ reasonCode: 'DELIVERY_FAILED', reason: 'The crypto could not be delivered', failedAt: NOW },
          delivery: SHOWN,
        }),
        event('ChargeRefundDue', { dueAt: NOW }),
        ...refundSent,
      ));

  test.each<[string, readonly CashinEvent[], Partial<FoundRefund>]>([
    ['the PIX never came', charged, {}],
    ['its delivery was sent', sent, {}],
    ['its delivery arrived', [...sent, event('DeliveryConfirmed'), event('CashinCompleted')], {}],
    ['another one is open', [...owed, event('ChargeRefundDispatched')], { attempt: 2, refundKey: 'refund2' }],
    ['the PIX went back', [...owed, event('ChargeRefundDispatched'), event('ChargeRefundDone')], { attempt: 2 }],
    ['that attempt was refused', [...owed, event('ChargeRefundDispatched'), event('ChargeRefundRejected')], {}],
    ['that attempt was refused for good', refusedForGood, {}],
    ['less is owed', owed, { amountCents: '15001' }],
    ['more is owed', owed, { amountCents: '1' }],
  ])('is rejected when %s', (_name, history, differences) =>
    given(cashin, ...history, held)
      .when(recover({ refunds: [{ ...refund, ...differences }] }))
      .rejects('WRONG_STATE'));

  test('is rejected when the same PIX has a delivery', () =>
    given(cashin, ...charged, held)
      .when(recover({ payments: [pix], refunds: [refund], delivery }))
      .rejects('WRONG_STATE'));
});

test('rejects a split above the agreed part', () =>
  given(cashin, ...paid, held)
    .when(recover({ split: { isApplied: true, amountCents: '76' }, delivery }))
    .rejects('WRONG_STATE'));

test('rejects a cash-in that is not held', () =>
  given(cashin, ...paid)
    .when(recover({ delivery }))
    .rejects('WRONG_STATE'));
