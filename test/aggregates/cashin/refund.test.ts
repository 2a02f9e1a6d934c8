import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand } from '../../../aggregates/cashin/commands';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const attemptDelaysMs = [30_000];
const owed = [
  ...[event('CashinIntentCreated'), event('ChargeCreated'), event('PixReceived'), event('PixAccepted')],
  ...[event('SplitApplied'), event('CashinFailed'), event('ChargeRefundDue')],
];
const dispatched = [...owed, event('ChargeRefundDispatched')];

type Dispatch = Extract<CashinCommand, { type: 'DispatchRefund' }>;
type Record = Extract<CashinCommand, { type: 'RecordRefund' }>;

const dispatch = (changes: Partial<Dispatch> = {}): CashinCommand => ({
  ...{ type: 'DispatchRefund', endToEndId: 'E1', refundKeyOf: (n) => `refund${n}`, workerId: 'w1' },
  ...{ now: time(66), notAfter: time(81), unknownSince: null, ...changes },
});
const record = (outcome: Record['outcome'], changes: Partial<Record> = {}): CashinCommand => ({
  ...{ type: 'RecordRefund', refundKey: 'refund1', outcome, dispatchedAt: null, attemptDelaysMs },
  ...{ now: time(100), ...changes },
});
const done = { kind: 'DONE', amountCents: '15000', returnId: 'D1' } as const;
const refused = { kind: 'REJECTED', code: 'INSUFFICIENT_FUNDS', message: 'Not now', retryClass: true } as const;
const unknown = { kind: 'UNKNOWN', reason: 'TIMEOUT' } as const;

test('sends a refund once, and ends it', () => {
  given(cashin, ...owed)
    .when(dispatch())
    .then(event('ChargeRefundDispatched'));
  given(cashin, ...dispatched)
    .when(dispatch())
    .nothing();
  given(cashin, ...dispatched)
    .when(record(done, { now: time(120) }))
    .then(event('ChargeRefundDone'));
  given(cashin, ...dispatched, event('ChargeRefundDone'))
    .when(record(done))
    .nothing();
});

test('makes another attempt under another key only after a refusal of the retry class', () => {
  given(cashin, ...dispatched)
    .when(record(refused))
    .then(event('ChargeRefundRejected'));
  const again = [...dispatched, event('ChargeRefundRejected')];
  given(cashin, ...again)
    .when(dispatch({ now: time(129) }))
    .nothing();
  given(cashin, ...again)
    .when(dispatch({ now: time(130) }))
    .then(event('ChargeRefundDispatched', { attempt: 2, refundKey: 'refund2', dispatchedAt: time(130) }));
  const last = event('ChargeRefundRejected', { nextAttemptAt: null });
  given(cashin, ...dispatched)
    .when(record({ ...refused, retryClass: false }))
    .then(last);
  given(cashin, ...dispatched, last)
    .when(dispatch({ now: time(900) }))
    .nothing();
});

test('waits without a counted attempt after a refusal during an open dispute', () => {
  const disputed = { ...refused, code: 'DISPUTED', retryClass: false };
  const waiting = event('ChargeRefundRejected', { code: 'DISPUTED', nextAttemptAt: time(3_700) });
  given(cashin, ...dispatched)
    .when(record(disputed))
    .then(waiting);
  given(cashin, ...dispatched, waiting)
    .when(dispatch({ now: time(3_699) }))
    .nothing();
  given(cashin, ...dispatched, waiting)
    .when(dispatch({ now: time(3_700) }))
    .then(event('ChargeRefundDispatched', { dispatchedAt: time(3_700) }));
});

test('sends only the same key again after an unknown outcome', () => {
  const lost = [...dispatched, event('ChargeRefundUnknown', { unknownAt: time(100) })];
  given(cashin, ...dispatched)
    .when(record(unknown))
    .then(event('ChargeRefundUnknown', { unknownAt: time(100) }));
  given(cashin, ...lost)
    .when(record(unknown))
    .nothing();
  given(cashin, ...lost)
    .when(dispatch({ now: time(900) }))
    .nothing();
  given(cashin, ...lost)
    .when(dispatch({ now: time(900), unknownSince: time(100) }))
    .then(event('ChargeRefundDispatched', { dispatchedAt: time(900) }));
  const resent = [...lost, event('ChargeRefundDispatched', { dispatchedAt: time(900) })];
  given(cashin, ...resent)
    .when(record(refused, { dispatchedAt: time(66) }))
    .nothing();
});

test.each([
  ['another amount', dispatched, { ...done, amountCents: '14999' }, 'refunded 14999 cents of 15000'],
  ['made before it was sent', owed, done, 'refunded 15000 cents, although it is not open'],
  ['refused after it was made', [...dispatched, event('ChargeRefundDone')], refused, 'refused after it had been made'],
] as const)('contradicts and sends no refund: %s', (_what, history, outcome, detail) => {
  const alarm = event('CashinContradicted', { about: 'refund1', detail, contradictedAt: time(100) });
  given(cashin, ...history)
    .when(record(outcome))
    .then(alarm);
  given(cashin, ...owed, alarm)
    .when(dispatch())
    .nothing();
});

type RecordDispute = Extract<CashinCommand, { type: 'RecordDispute' }>;
const dispute = (state: RecordDispute['state'], changes: Partial<RecordDispute> = {}): CashinCommand => ({
  ...{ type: 'RecordDispute', disputeId: 'dispute1', endToEndId: 'E1', amountCents: '15000', state },
  ...{ reason: 'FRAUD', now: time(500), ...changes },
});

describe('a dispute', () => {
  const opened = event('DisputeOpened', { openedAt: time(500) });
  const paid = owed.slice(0, 5);
  const delivered = [
    ...[...paid, event('DeliveryRequested'), event('DeliverySent'), event('DeliveryConfirmed')],
    event('CashinCompleted'),
  ];
  test('holds the refund, and reduces it by the lost cents', () => {
    given(cashin, ...owed, opened)
      .when(dispatch())
      .nothing();
    given(cashin, ...owed, opened, event('DisputeWon'))
      .when(dispatch())
      .then(event('ChargeRefundDispatched'));
    given(cashin, ...owed, opened, event('DisputeLost'))
      .when(dispatch())
      .nothing();
    given(cashin, ...owed, event('DisputeLost', { amountCents: '4000' }))
      .when(dispatch())
      .then(event('ChargeRefundDispatched', { amountCents: '11000' }));
  });
  test('fails the intent and refunds the rest when it is lost before the delivery', () =>
    given(cashin, ...paid)
      .when(dispute('LOST', { amountCents: '4000' }))
      .then(
        event('DisputeOpened', { amountCents: '4000', openedAt: time(500) }),
        event('DisputeLost', { amountCents: '4000', wasDelivered: false }),
        event('CashinFailed', {
          ...{ reasonCode: 'DISPUTE_LOST', reason: 'The bank gave the PIX back to its payer', failedAt: time(500) },
        }),
        event('ChargeRefundDue', { amountCents: '11000', reason: 'DISPUTE_LOST', dueAt: time(500) }),
      ));
  test('keeps the intent completed when a dispute is lost after the delivery: the service bears the loss', () =>
    given(cashin, ...delivered, opened)
      .when(dispute('LOST'))
      .then(event('DisputeLost')));
  test('keeps the intent open when it is lost during the delivery, which may arrive', () =>
    given(cashin, ...paid, event('DeliveryRequested'), event('DeliverySent'), opened)
      .when(dispute('LOST'))
      .then(event('DisputeLost')));
  test('moves forward only, for a known PIX and at most its cents', () => {
    given(cashin, ...delivered, opened)
      .when(dispute('OPEN'))
      .nothing();
    given(cashin, ...delivered, opened, event('DisputeWon'))
      .when(dispute('OPEN'))
      .nothing();
    const alarm = (detail: string) =>
      event('CashinContradicted', { about: 'E1', detail: `dispute dispute1 ${detail}`, contradictedAt: time(500) });
    given(cashin, ...delivered, opened, event('DisputeWon'))
      .when(dispute('LOST'))
      .then(alarm('is LOST after it had been WON'));
    given(cashin, ...delivered)
      .when(dispute('OPEN', { endToEndId: 'E9' }))
      .nothing();
    given(cashin, ...delivered)
      .when(dispute('OPEN', { amountCents: '15001' }))
      .then(alarm('is about 15001 cents: none, more than are left, or others than before'));
  });
  test('contradicts when it is lost during the refund', () =>
    given(cashin, ...dispatched, opened)
      .when(dispute('LOST'))
      .then(
        event('DisputeLost', { wasDelivered: false }),
        event('CashinContradicted', {
          ...{ about: 'E1', detail: 'dispute dispute1 is lost although the PIX was being refunded' },
          contradictedAt: time(500),
        }),
      ));
});
