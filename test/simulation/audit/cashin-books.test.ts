import type { LedgerEvent } from '../../../aggregates/events';
import { event } from '../../samples/sample-events';
import { all, breaches, left } from './summing';

describe('a cash-in', () => {
  const CHARGED = all('CashinIntentCreated', 'ChargeCreated', 'PixReceived');
  const ACCEPTED = [...CHARGED, ...all('PixAccepted', 'SplitApplied')];
  const SENDING = all('DeliveryRequested', 'DeliverySent');

  test('that is delivered leaves the fees, and the crypto is gone', () => {
    expect(left(...ACCEPTED, ...SENDING, ...all('DeliveryConfirmed', 'CashinCompleted'))).toEqual({
      'bank cash1 BRL': '14925',
      'exchange cash1 BRL': '-14700',
      'fees:platform cash1 BRL': '-225',
      'exchange cash1 201': '27000000',
      'treasury cash1 201': '-27000000',
    });
  });

  test('that cannot be delivered is owed back whole; what was split off is lost', () => {
    const failed = [...ACCEPTED, ...SENDING, event('DeliveryFailed', { wasSent: true }), event('CashinFailed')];
    expect(left(...failed, event('ChargeRefundDue', { reason: 'DELIVERY_FAILED' }))).toEqual({
      'bank cash1 BRL': '14925',
      'refunds-due cash1 BRL': '-15000',
      'losses cash1 BRL': '75',
    });
  });

  test.each([
    ['arrives loses what the bank took', ['DeliveryConfirmed', 'CashinCompleted'], '15000'],
    ['fails loses its split, and owes nothing', ['DeliveryFailed', 'CashinFailed'], '75'],
  ] as const)('that was on its way when a dispute was lost and %s', (_when, ends, lost) => {
    const taken = [event('DisputeOpened'), event('DisputeLost', { wasDelivered: true })];
    const ended = ends.map((type) => (type === 'DeliveryFailed' ? event(type, { wasSent: true }) : event(type)));
    const found = left(...ACCEPTED, ...SENDING, ...taken, ...ended);
    expect([found['losses cash1 BRL'], found['refunds-due cash1 BRL']]).toEqual([lost, undefined]);
    expect(found['bank cash1 BRL']).toBe('-75');
  });

  test('whose PIX is refunded leaves nothing', () => {
    const refunded = all('ChargeRefundDue', 'ChargeRefundDispatched', 'ChargeRefundUnknown', 'ChargeRefundDispatched');
    expect(left(...CHARGED, ...refunded, event('ChargeRefundDone'))).toEqual({});
  });

  describe('that operators have decided', () => {
    const decided = event('CashinDecided');
    const byHand = event('ChargeRefundDone', { refundKey: 'by operators' });

    test('leaves nothing where they gave back what was refused, on its way or given up', () => {
      const [due, sent] = all('ChargeRefundDue', 'ChargeRefundDispatched');
      const refused = event('ChargeRefundRejected', { nextAttemptAt: null });
      expect(left(...CHARGED, due as LedgerEvent, decided, byHand)).toEqual({});
      expect(left(...CHARGED, due as LedgerEvent, sent as LedgerEvent, decided, byHand)).toEqual({});
      expect(left(...CHARGED, due as LedgerEvent, sent as LedgerEvent, refused, decided, byHand)).toEqual({});
      const given = [event('DeliveryFailed', { wasSent: true }), event('CashinFailed'), due as LedgerEvent, byHand];
      expect(left(...ACCEPTED, ...SENDING, decided, ...given)).toEqual({
        ...{ 'bank cash1 BRL': '-75', 'losses cash1 BRL': '75' },
      });
      expect(breaches(...CHARGED, decided, byHand)).toEqual([
        expect.stringMatching(/^ChargeRefundDone of .* refunds-due/),
      ]);
    });

    test('is even where they delivered what was sent, or never was', () => {
      const confirmed = all('DeliveryConfirmed', 'CashinCompleted');
      const told = left(...ACCEPTED, ...SENDING, ...confirmed);
      expect(left(...ACCEPTED, ...SENDING, decided, ...confirmed)).toEqual(told);
      expect(left(...ACCEPTED, decided, ...confirmed)).toEqual(told);
      expect(left(...ACCEPTED, ...SENDING.slice(0, 1), decided, ...confirmed)).toEqual(told);
    });
  });

  test('does not give back more than came', () => {
    const twice = [event('ChargeRefundDispatched'), event('ChargeRefundDispatched', { refundKey: 'another' })];
    const found = breaches(...CHARGED, event('ChargeRefundDue'), ...twice);
    expect(found).toEqual([expect.stringMatching(/^ChargeRefundDispatched of .* refunds-due/)]);
  });

  test('is not delivered before its PIX was accepted, nor twice', () => {
    const early = breaches(...CHARGED, ...SENDING);
    expect(early).toEqual([expect.stringMatching(/^DeliverySent of .* deliverable/)]);
    const twice = breaches(...ACCEPTED, ...SENDING, event('DeliverySent', { deliveryId: 'another' }));
    expect(twice).toEqual([expect.stringMatching(/^DeliverySent of .* deliverable/)]);
  });

  test('that the partner delivers owes it what is not ours', () => {
    const accepted = event('PixAccepted', { deliveryMode: 'PARTNER', splitCents: '14775' });
    const split = event('SplitApplied', { deliveryMode: 'PARTNER', amountCents: '14775' });
    expect(left(...CHARGED, accepted)).toMatchObject({ 'partner-due cash1 BRL': '-14775' });
    expect(left(...CHARGED, accepted, split)).toEqual({ 'bank cash1 BRL': '225', 'fees:platform cash1 BRL': '-225' });
  });
});
