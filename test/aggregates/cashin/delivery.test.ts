import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, DeliveryOutcome } from '../../../aggregates/cashin/commands';
import type { ShownDelivery } from '../../../aggregates/delivery/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const attemptDelaysMs = [30_000];
const charged = [event('CashinIntentCreated'), event('ChargeCreated')];
const paid = [...charged, event('PixReceived'), event('PixAccepted'), event('SplitApplied')];
const sent = [...paid, event('DeliveryRequested'), event('DeliverySent')];

const shownDelivery: ShownDelivery = {
  ...{ deliveryId: 'delivery1', symbol: 'USDC', network: 'ethereum', decimals: 6 },
  ...{ amountBaseUnits: '27000000', destination: '0xbb' },
};

describe('a delivery', () => {
  const request: CashinCommand = { type: 'RequestDelivery', deliveryIdOf: (n) => `delivery${n}`, now: time(63) };
  const send: CashinCommand = {
    ...{ type: 'SendDelivery', deliveryId: 'delivery1', prepared: 'sbx_tx_1', txId: '0xd9', workerId: 'w1' },
    now: time(64),
  };
  const record = (
    outcome: Extract<CashinCommand, { type: 'RecordDelivery' }>['outcome'],
    now: string,
  ): CashinCommand => ({
    ...{ type: 'RecordDelivery', deliveryId: 'delivery1', outcome, attemptDelaysMs, now },
  });
  const arrived: DeliveryOutcome = {
    ...{ kind: 'CONFIRMED', txId: '0xd9', deliveredBaseUnits: '27000000', debitedCents: null },
    ...{ networkFeeBaseUnits: '21000', blockTime: time(70) },
  };
  const refused = { kind: 'FAILED', code: 'ACCOUNT_CLOSED', message: 'No trustline', retryClass: false } as const;

  test('is requested, sent and confirmed, which completes the intent', () => {
    given(cashin, ...paid)
      .when(request)
      .then(event('DeliveryRequested'));
    given(cashin, ...paid, event('DeliveryRequested'))
      .when(send)
      .then(event('DeliverySent'));
    given(cashin, ...sent)
      .when(record(arrived, time(80)))
      .then(event('DeliveryConfirmed'), event('CashinCompleted'));
    const unsplit = sent.filter(({ type }) => type !== 'SplitApplied');
    given(cashin, ...unsplit)
      .when(record(arrived, time(80)))
      .then(
        event('DeliveryConfirmed'),
        event('CashinCompleted', { splitApplied: false, splitCents: '0', splitOwedCents: '75' }),
      );
  });
  test('is a contradiction with another amount, and leaves the intent open', () =>
    given(cashin, ...sent)
      .when(record({ ...arrived, deliveredBaseUnits: '26999999' }, time(80)))
      .then(
        event('CashinContradicted', {
          ...{ about: 'delivery1', detail: 'delivered 26999999 of 27000000', contradictedAt: time(80) },
        }),
      ));
  test('completes with the amount of a converting provider, down to the floor', () => {
    const estimate = event('CashinIntentCreated', { minimumBaseUnits: '26730000' });
    const said: DeliveryOutcome = { ...arrived, deliveredBaseUnits: '26730000', debitedCents: '14700' };
    const shown = event('CashinCompleted').data.delivery;
    given(cashin, estimate, ...sent.slice(1))
      .when(record(said, time(80)))
      .then(
        event('DeliveryConfirmed', { deliveredBaseUnits: '26730000', debitedCents: '14700' }),
        event('CashinCompleted', { delivery: shown === null ? null : { ...shown, amountBaseUnits: '26730000' } }),
      );
  });
  test('completes with a larger amount from a converting provider, also without slippage', () => {
    const estimate = event('CashinIntentCreated', { isConverting: true });
    const shown = event('CashinCompleted').data.delivery;
    given(cashin, estimate, ...sent.slice(1))
      .when(record({ ...arrived, deliveredBaseUnits: '27000001' }, time(80)))
      .then(
        event('DeliveryConfirmed', { deliveredBaseUnits: '27000001' }),
        event('CashinCompleted', { delivery: shown === null ? null : { ...shown, amountBaseUnits: '27000001' } }),
      );
  });
  test('is a contradiction with less than the floor from a converting provider', () => {
    const estimate = event('CashinIntentCreated', { minimumBaseUnits: '26730000' });
    given(cashin, estimate, ...sent.slice(1))
      .when(record({ ...arrived, deliveredBaseUnits: '26729999' }, time(80)))
      .then(
        event('CashinContradicted', {
          ...{ about: 'delivery1', detail: 'delivered 26729999 of 27000000', contradictedAt: time(80) },
        }),
      );
  });
  test('is not sent under an unknown id', () =>
    given(cashin, ...paid, event('DeliveryRequested'))
      .when({ ...send, deliveryId: 'delivery2' })
      .nothing());
  test('owes no second refund when it is refused after the end of the intent', () =>
    given(cashin, ...paid, event('DeliveryRequested'), event('DisputeLost'), event('CashinFailed'))
      .when(record(refused, time(90)))
      .nothing());
  test('fails the intent and refunds the PIX when it is refused for good', () =>
    given(cashin, ...paid, event('DeliveryRequested'))
      .when(record(refused, time(65)))
      .then(event('DeliveryFailed'), event('CashinFailed', { delivery: shownDelivery }), event('ChargeRefundDue')));
  test('ignores a worker’s report that the delivery is unsent after another worker has sent it', () => {
    const unsent = { ...refused, isBeforeSending: true } as const;
    given(cashin, ...paid, event('DeliveryRequested'))
      .when(record(unsent, time(65)))
      .then(event('DeliveryFailed'), event('CashinFailed', { delivery: shownDelivery }), event('ChargeRefundDue'));
    given(cashin, ...sent)
      .when(record(unsent, time(65)))
      .nothing();
    given(cashin, ...sent, event('DeliveryConfirmed'), event('CashinCompleted'))
      .when(record(unsent, time(90)))
      .nothing();
  });
  test('is tried again under another id after a definite failure of the retry class', () => {
    const failed = event('DeliveryFailed', { wasSent: true, nextAttemptAt: time(95) });
    given(cashin, ...sent)
      .when(record({ ...refused, retryClass: true }, time(65)))
      .then(failed);
    given(cashin, ...sent, failed)
      .when({ ...request, now: time(94) })
      .nothing();
    given(cashin, ...sent, failed)
      .when({ ...request, now: time(95) })
      .then(event('DeliveryRequested', { attempt: 2, deliveryId: 'delivery2', requestedAt: time(95) }));
  });
  test('is a contradiction when it arrives after its failure, and then stops all sendings', () => {
    const failed = [...sent, event('DeliveryFailed', { wasSent: true, nextAttemptAt: time(95) })];
    const alarm = event('CashinContradicted', {
      ...{ about: 'delivery1', detail: 'delivered although it was not open', contradictedAt: time(80) },
    });
    given(cashin, ...failed)
      .when(record(arrived, time(80)))
      .then(alarm);
    given(cashin, ...failed, alarm)
      .when({ ...request, now: time(95) })
      .nothing();
  });
  test('is a contradiction once when its arrival was reverted, and stops all later sendings', () => {
    const done = [...sent, event('DeliveryConfirmed'), event('CashinCompleted')];
    const doubt = { type: 'DoubtDelivery', deliveryId: 'delivery1', detail: 'gone', now: time(90) } as const;
    const alarm = event('CashinContradicted', { about: 'delivery1', detail: 'gone', contradictedAt: time(90) });
    given(cashin, ...done)
      .when(doubt)
      .then(alarm);
    given(cashin, ...done, alarm)
      .when(doubt)
      .nothing();
    given(cashin, ...done, alarm)
      .when({ ...request, now: time(95) })
      .nothing();
    given(cashin, ...done)
      .when({ ...doubt, deliveryId: 'delivery2' })
      .nothing();
    given(cashin, ...sent)
      .when(doubt)
      .nothing();
  });
  test('is sent once, but not to a wallet that the user has changed', () => {
    given(cashin, ...sent)
      .when(send)
      .nothing();
    given(cashin, ...paid)
      .when({ type: 'AbandonDelivery', code: 'WALLET_MISMATCH', message: 'another', now: time(65) })
      .then(event('CashinFailed', { reasonCode: 'WALLET_MISMATCH', reason: 'another' }), event('ChargeRefundDue'));
    given(cashin, ...sent)
      .when({ type: 'AbandonDelivery', code: 'WALLET_MISMATCH', message: 'another', now: time(65) })
      .nothing();
  });
  test('is held while the PIX is disputed', () => {
    const disputed = [...paid, event('DisputeOpened')];
    given(cashin, ...disputed)
      .when(request)
      .nothing();
    given(cashin, ...paid, event('DeliveryRequested'), event('DisputeOpened'))
      .when(send)
      .nothing();
    given(cashin, ...disputed, event('DisputeWon'))
      .when(request)
      .then(event('DeliveryRequested'));
  });

  test('is neither requested nor sent after the bank took the PIX back', () => {
    const lost = event('DisputeLost', { wasDelivered: false });
    given(cashin, ...paid, lost)
      .when(request)
      .nothing();
    given(cashin, ...paid, event('DeliveryRequested'), lost)
      .when(send)
      .nothing();
  });
  test('is not tried again after the bank took the PIX back', () =>
    given(cashin, ...sent, event('DisputeOpened'), event('DisputeLost'))
      .when(record({ ...refused, retryClass: true }, time(65)))
      .then(
        event('DeliveryFailed', { wasSent: true }),
        event('CashinFailed', {
          ...{ reasonCode: 'DISPUTE_LOST', reason: 'The bank gave the PIX back to its payer' },
          ...{ delivery: shownDelivery, refundDue: false },
        }),
      ));
});
