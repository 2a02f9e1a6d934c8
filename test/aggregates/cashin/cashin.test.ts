import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, SeenPix } from '../../../aggregates/cashin/commands';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import { cashinCreated } from '../../../packages/testing/src/samples/sample-cashin-data';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const created = event('CashinIntentCreated');
const charged = [created, event('ChargeCreated')];
const paid = [...charged, event('PixReceived'), event('PixAccepted'), event('SplitApplied')];
const ended = [...paid, event('CashinCompleted')];

const pix = (changes: Partial<SeenPix> = {}): SeenPix => ({
  ...{ endToEndId: 'E1', amountCents: '15000', feeCents: '0', payerTaxIdMasked: '***.428.201-**' },
  ...{ isOtherPayer: false, paidAt: time(60), refundedCents: '0', ...changes },
});

const say = (changes: Partial<Extract<CashinCommand, { type: 'RecordCharge' }>> = {}): CashinCommand => ({
  ...{ type: 'RecordCharge', payments: [], split: null, disputes: [], closed: null, now: time(62), ...changes },
});

const failedBy = (reasonCode: string, reason: string): Extract<CashinEvent, { type: 'CashinFailed' }> =>
  event('CashinFailed', {
    ...{ reasonCode, reason, accepted: null, splitAppliedCents: '0', delivery: null, failedAt: time(62) },
  });

describe('an intent', () => {
  const create: CashinCommand = { type: 'CreateCashin', intent: cashinCreated };
  test('is created once per quote', () => {
    given(cashin).when(create).then(created);
    given(cashin, created).when(create).rejects('CONCURRENT_OPERATION');
    given(cashin, ...ended)
      .when(create)
      .rejects('QUOTE_ALREADY_USED');
  });
  test('is not created after its deadline', () =>
    given(cashin)
      .when({ type: 'CreateCashin', intent: { ...cashinCreated, createdAt: time(300) } })
      .rejects('QUOTE_EXPIRED'));
  test('rejects a command for an unknown intent', () => given(cashin).when(say()).rejects('INTENT_NOT_FOUND'));
});

describe('a charge', () => {
  const { intentId: _intent, ...charge } = event('ChargeCreated').data;
  test('is created once', () => {
    given(cashin, created).when({ type: 'RecordChargeCreated', charge }).then(event('ChargeCreated'));
    given(cashin, ...charged)
      .when({ type: 'RecordChargeCreated', charge })
      .nothing();
  });
  test('fails the intent when the provider refuses it, and ignores a later refusal', () => {
    const refuse: CashinCommand = { type: 'RefuseCharge', code: 'AUTH', message: 'no', now: time(62) };
    given(cashin, created)
      .when(refuse)
      .then(event('CashinFailed', { ...failedBy('AUTH', 'no').data, refundDue: false }));
    given(cashin, ...charged)
      .when(refuse)
      .nothing();
  });
});

describe('a PIX', () => {
  test('is accepted with its split when it pays exactly, in time, by its payer', () =>
    given(cashin, ...charged)
      .when(say({ payments: [pix()], split: { isApplied: true, amountCents: '75' } }))
      .then(event('PixReceived'), event('PixAccepted'), event('SplitApplied')));
  test('owes the whole markup to the partner when the charge has no split', () =>
    given(cashin, event('CashinIntentCreated', { split: null }), event('ChargeCreated'))
      .when(say({ payments: [pix()] }))
      .then(event('PixReceived'), event('PixAccepted', { splitCents: '75' })));
  test('is in time by the clock of the bank, also when it is reported late', () =>
    given(cashin, ...charged)
      .when(say({ payments: [pix({ paidAt: time(300) })], now: time(9_000) }))
      .then(
        event('PixReceived', { paidAt: time(300), receivedAt: time(9_000) }),
        event('PixAccepted', { acceptedAt: time(9_000) }),
      ));
  test.each([
    ['LATE', { paidAt: time(301) }, 'The PIX was paid after the charge had expired'],
    ['UNDERPAID', { amountCents: '14999' }, 'The PIX is smaller than the charge'],
    ['OVERPAID', { amountCents: '15001' }, 'The PIX is larger than the charge'],
    ['WRONG_PAYER', { isOtherPayer: true }, 'The PIX came from a different tax id than the payer’s'],
  ] as const)('refunds the whole PIX and fails the intent: %s', (reason, changes, text) => {
    const { isOtherPayer, refundedCents, ...seen } = pix(changes);
    given(cashin, ...charged)
      .when(say({ payments: [pix(changes)] }))
      .then(
        event('PixReceived', seen),
        event('ChargeRefundDue', { amountCents: seen.amountCents, reason, dueAt: time(62) }),
        failedBy(reason, text),
      );
  });
  test('is refunded as DUPLICATE when another one was accepted', () =>
    given(cashin, ...paid)
      .when(say({ payments: [pix(), pix({ endToEndId: 'E2' })] }))
      .then(
        event('PixReceived', { endToEndId: 'E2' }),
        event('ChargeRefundDue', { endToEndId: 'E2', reason: 'DUPLICATE', dueAt: time(62) }),
      ));
  test('is refunded as INTENT_CLOSED or LATE when the intent has ended', () => {
    const expired = [...charged, event('CashinExpired')];
    given(cashin, ...expired)
      .when(say({ payments: [pix(), pix({ endToEndId: 'E2', paidAt: time(400) })] }))
      .then(
        event('PixReceived'),
        event('ChargeRefundDue', { reason: 'INTENT_CLOSED', dueAt: time(62) }),
        event('PixReceived', { endToEndId: 'E2', paidAt: time(400) }),
        event('ChargeRefundDue', { endToEndId: 'E2', reason: 'LATE', dueAt: time(62) }),
      );
  });
  test('is judged once: a repeated report has no effect, a different one is a contradiction', () => {
    given(cashin, ...paid)
      .when(say({ payments: [pix()] }))
      .nothing();
    given(cashin, ...paid)
      .when(say({ payments: [pix({ amountCents: '1' })] }))
      .then(event('CashinContradicted', { contradictedAt: time(62) }));
  });
  test('loses its split when it is refused', () => {
    const { isOtherPayer, refundedCents, ...seen } = pix({ isOtherPayer: true });
    const failure = failedBy('WRONG_PAYER', 'The PIX came from a different tax id than the payer’s').data;
    given(cashin, ...charged)
      .when(say({ payments: [pix({ isOtherPayer: true })], split: { isApplied: true, amountCents: '75' } }))
      .then(
        event('PixReceived', seen),
        event('SplitApplied', { appliedAt: time(62) }),
        event('ChargeRefundDue', { reason: 'WRONG_PAYER', dueAt: time(62) }),
        event('CashinFailed', { ...failure, splitAppliedCents: '75' }),
      );
  });
  test('loses its split when it comes after the end', () =>
    given(cashin, ...charged, event('CashinExpired'))
      .when(say({ payments: [pix()], split: { isApplied: true, amountCents: '75' } }))
      .then(
        event('PixReceived'),
        event('ChargeRefundDue', { reason: 'INTENT_CLOSED', dueAt: time(62) }),
        event('SplitApplied', { appliedAt: time(62) }),
      ));
  describe('a PIX that was returned in part or in full', () => {
    const alarm = (detail: string) => event('CashinContradicted', { about: 'E1', detail, contradictedAt: time(62) });
    const byWhom = alarm('went back, 15000 cents of it, and not by us');
    const gone = pix({ refundedCents: '15000' });
    test('pays no intent, and is a contradiction once', () => {
      given(cashin, ...charged)
        .when(say({ payments: [gone] }))
        .then(event('PixReceived'), byWhom);
      given(cashin, ...charged, event('PixReceived'), byWhom)
        .when(say({ payments: [gone] }))
        .nothing();
    });
    test('stops the delivery when the bank returned it after its acceptance', () => {
      given(cashin, ...paid)
        .when(say({ payments: [gone] }))
        .then(byWhom);
      given(cashin, ...paid, byWhom)
        .when({ type: 'RequestDelivery', deliveryIdOf: (n) => `delivery${n}`, now: time(63) })
        .nothing();
    });
    test('is no contradiction when the service owed the refund', () =>
      given(cashin, ...paid, event('CashinFailed'), event('ChargeRefundDue'))
        .when(say({ payments: [gone] }))
        .nothing());
    test('follows the dispute when its bank reclaimed the money', () => {
      const dispute = { disputeId: 'dispute1', endToEndId: 'E1', amountCents: '15000', reason: 'FRAUD' } as const;
      const opened = event('DisputeOpened', { openedAt: time(62) });
      given(cashin, ...charged)
        .when(say({ payments: [gone], disputes: [{ ...dispute, state: 'OPEN' }] }))
        .then(event('PixReceived'), event('PixAccepted'), opened);
      given(cashin, ...charged, event('PixReceived'), event('PixAccepted'), opened)
        .when(say({ payments: [gone], disputes: [{ ...dispute, state: 'WON' }] }))
        .then(event('DisputeWon', { wonAt: time(62) }), byWhom);
    });
  });
  test('is a contradiction when its split is above the agreed part', () =>
    given(cashin, ...charged)
      .when(say({ payments: [pix()], split: { isApplied: true, amountCents: '76' } }))
      .then(
        event('PixReceived'),
        event('PixAccepted'),
        event('CashinContradicted', {
          ...{ about: 'cash1', detail: 'split 76 of 75 cents, after 0', contradictedAt: time(62) },
        }),
      ));
});

describe('expiry', () => {
  const closed = { cancelledAt: time(301), askedAt: time(302) };
  test('follows a cancel and a later unpaid answer', () =>
    given(cashin, ...charged)
      .when(say({ closed, now: time(303) }))
      .then(event('CashinExpired')));
  test.each([
    ['no cancel', null],
    ['a cancel before the deadline', { ...closed, cancelledAt: time(299) }],
    ['a question before the cancel', { ...closed, askedAt: time(300) }],
    ['a question that is yet to be', { ...closed, askedAt: time(304) }],
  ])('does not follow %s', (_what, evidence) =>
    given(cashin, ...charged)
      .when(say({ closed: evidence, now: time(303) }))
      .nothing());
  test('records a payment when the answer to the cancel is PAID', () =>
    given(cashin, ...charged)
      .when(say({ closed, payments: [pix()], now: time(303) }))
      .then(event('PixReceived', { receivedAt: time(303) }), event('PixAccepted', { acceptedAt: time(303) })));
});
