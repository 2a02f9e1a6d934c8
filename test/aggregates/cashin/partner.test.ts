import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, SeenPix } from '../../../aggregates/cashin/commands';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const pix = (): SeenPix => ({
  ...{ endToEndId: 'E1', amountCents: '15000', feeCents: '0', payerTaxIdMasked: '***.428.201-**' },
  ...{ isOtherPayer: false, paidAt: time(60), refundedCents: '0' },
});

const say = (changes: Partial<Extract<CashinCommand, { type: 'RecordCharge' }>> = {}): CashinCommand => ({
  ...{ type: 'RecordCharge', payments: [], split: null, disputes: [], closed: null, now: time(62), ...changes },
});

describe('a cash-in that the partner delivers', () => {
  const terms = { deliveryMode: 'PARTNER', deliveryProvider: null } as const;
  const ofPartner = [event('CashinIntentCreated', terms), event('ChargeCreated')];
  const accepted = event('PixAccepted', { deliveryMode: 'PARTNER' });
  const completed = (splitApplied: boolean) =>
    event('CashinCompleted', {
      ...{ delivery: null, splitApplied, splitCents: splitApplied ? '75' : '0', completedAt: time(62) },
      ...(splitApplied ? {} : { splitOwedCents: '75' }),
    });
  test('completes by the PIX, with the split', () =>
    given(cashin, ...ofPartner)
      .when(say({ payments: [pix()], split: { isApplied: true, amountCents: '75' } }))
      .then(event('PixReceived'), accepted, event('SplitApplied', { deliveryMode: 'PARTNER' }), completed(true)));
  test.each([[null], [{ isApplied: false, amountCents: '0' }]])('names the owed part without a split: %j', (split) =>
    given(cashin, ...ofPartner)
      .when(say({ payments: [pix()], split }))
      .then(event('PixReceived'), accepted, completed(false)));
  test('owes the rest of a smaller split', () =>
    given(cashin, ...ofPartner)
      .when(say({ payments: [pix()], split: { isApplied: true, amountCents: '70' } }))
      .then(
        ...[event('PixReceived'), accepted, event('SplitApplied', { deliveryMode: 'PARTNER', amountCents: '70' })],
        event('CashinCompleted', { ...completed(true).data, splitCents: '70', splitOwedCents: '5' }),
      ));
  test('owes the whole part to the partner when the charge has no split', () =>
    given(cashin, event('CashinIntentCreated', { ...terms, split: null }), event('ChargeCreated'))
      .when(say({ payments: [pix()] }))
      .then(
        ...[event('PixReceived'), event('PixAccepted', { deliveryMode: 'PARTNER', splitCents: '14775' })],
        event('CashinCompleted', { ...completed(false).data, splitOwedCents: '14775' }),
      ));
  describe('a dispute in the answer that brings the PIX', () => {
    const told = (state: 'OPEN' | 'WON' | 'LOST', amountCents = '15000') => ({
      ...{ disputeId: 'dispute1', endToEndId: 'E1', amountCents, state, reason: 'FRAUD' },
    });
    const opened = event('DisputeOpened', { openedAt: time(62) });
    const paidWith = (dispute: ReturnType<typeof told>) => say({ payments: [pix()], disputes: [dispute] });
    test('holds the completion while it is open, and completes once it is won', () => {
      given(cashin, ...ofPartner)
        .when(paidWith(told('OPEN')))
        .then(event('PixReceived'), accepted, opened);
      const won = event('DisputeWon', { wonAt: time(62) });
      given(cashin, ...ofPartner, event('PixReceived'), accepted, opened)
        .when(say({ disputes: [told('WON')] }))
        .then(won, completed(false));
      given(cashin, ...ofPartner, event('PixReceived'), accepted, opened)
        .when({ type: 'RecordDispute', ...told('WON'), now: time(62) })
        .then(won, completed(false));
    });
    test('completes immediately when it is already won', () =>
      given(cashin, ...ofPartner)
        .when(paidWith(told('WON')))
        .then(event('PixReceived'), accepted, opened, event('DisputeWon', { wonAt: time(62) }), completed(false)));
    test('fails the intent when it is lost, and refunds the rest of the PIX', () =>
      given(cashin, ...ofPartner)
        .when(paidWith(told('LOST', '4000')))
        .then(
          ...[event('PixReceived'), accepted, event('DisputeOpened', { amountCents: '4000', openedAt: time(62) })],
          event('DisputeLost', { amountCents: '4000', wasDelivered: false, lostAt: time(62) }),
          event('CashinFailed', {
            ...{ reasonCode: 'DISPUTE_LOST', reason: 'The bank gave the PIX back to its payer' },
            ...{ deliveryMode: 'PARTNER', splitAppliedCents: '0', delivery: null, failedAt: time(62) },
          }),
          event('ChargeRefundDue', { amountCents: '11000', reason: 'DISPUTE_LOST', dueAt: time(62) }),
        ));
    test('completes a held cash-in only by its release, after it is won', () => {
      const held = [...ofPartner, event('PixReceived'), accepted, opened, event('CashinHeld')];
      given(cashin, ...held)
        .when(say({ disputes: [told('WON')] }))
        .then(event('DisputeWon', { wonAt: time(62) }));
      given(cashin, ...held, event('DisputeWon'))
        .when({ type: 'ReleaseCashin', now: time(62) })
        .then(event('CashinReleased', { releasedAt: time(62) }), completed(false));
    });
  });
  describe('the credit of the user', () => {
    const mismatch = { code: 'WALLET_MISMATCH', message: 'The user has changed the wallet' };
    const goesBack = [
      event('CashinFailed', {
        ...{ reasonCode: mismatch.code, reason: mismatch.message, deliveryMode: 'PARTNER', splitAppliedCents: '0' },
        ...{ delivery: null, failedAt: time(62) },
      }),
      event('ChargeRefundDue', { reason: 'DELIVERY_FAILED', dueAt: time(62) }),
    ];
    const waiting = [...ofPartner, event('PixReceived'), accepted];
    test('waits while it is on hold, and follows after the release', () => {
      const paid = { payments: [pix()] };
      given(cashin, ...ofPartner)
        .when(say({ ...paid, crediting: 'HELD' }))
        .then(event('PixReceived'), accepted);
      given(cashin, ...waiting)
        .when(say({ ...paid, crediting: 'HELD' }))
        .nothing();
      given(cashin, ...waiting)
        .when(say({ ...paid, crediting: 'FREE' }))
        .then(completed(false));
    });
    test('fails the intent and refunds the PIX when it is refused for good', () => {
      given(cashin, ...ofPartner)
        .when(say({ payments: [pix()], crediting: mismatch }))
        .then(event('PixReceived'), accepted, ...goesBack);
      const disputed = [...waiting, event('DisputeOpened')];
      given(cashin, ...disputed)
        .when(say({ payments: [pix()], crediting: mismatch }))
        .nothing();
      const contradicted = [...waiting, event('CashinContradicted', { about: 'dispute1' })];
      given(cashin, ...contradicted)
        .when(say({ payments: [pix()], crediting: mismatch }))
        .nothing();
    });
    test('is decided by the release after a loss', () => {
      const held = [...waiting, event('CashinHeld')];
      const released = event('CashinReleased', { releasedAt: time(62) });
      const release = { type: 'ReleaseCashin', now: time(62) } as const;
      given(cashin, ...held)
        .when({ ...release, crediting: 'HELD' })
        .then(released);
      given(cashin, ...held)
        .when({ ...release, crediting: mismatch })
        .then(released, ...goesBack);
      const forgotten = [...ofPartner, event('CashinHeld')];
      const recover = { payments: [pix()], split: null, delivery: null, refunds: [], workerId: 'w1' } as const;
      given(cashin, ...forgotten)
        .when({ type: 'RecoverCashin', ...recover, crediting: mismatch, now: time(62) })
        .then(event('PixReceived'), accepted);
    });
    test('stands after the completion', () =>
      given(cashin, ...waiting, completed(false))
        .when(say({ payments: [pix()], crediting: mismatch }))
        .nothing());
  });
  test('records a split that is reported later', () =>
    given(cashin, ...ofPartner, event('PixReceived'), accepted, completed(false))
      .when(say({ payments: [pix()], split: { isApplied: true, amountCents: '75' } }))
      .then(event('SplitApplied', { deliveryMode: 'PARTNER' })));
});
