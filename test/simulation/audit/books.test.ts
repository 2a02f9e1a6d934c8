import type { EventType, LedgerEvent } from '../../../aggregates/events';
import { event, recordAll } from '../../samples/sample-events';
import { sumUp } from './books';

/** What is left when the events have happened, without what is even. */
const left = (...events: readonly LedgerEvent[]): Readonly<Record<string, string>> => {
  const { balances, breaches } = sumUp(recordAll(events));
  expect(breaches).toEqual([]);
  const open = [...balances].filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(open.map(([name, amount]) => [name, amount.toString()]));
};

const breaches = (...events: readonly LedgerEvent[]): readonly string[] => sumUp(recordAll(events)).breaches;

const all = (...types: readonly EventType[]): readonly LedgerEvent[] => types.map((type) => event(type));

const PAID_IN = all('CashoutIntentCreated', 'DepositFinalised', 'DepositAccepted');
const SENT = all('PayoutRequested', 'PayoutDispatched');

describe('a cash-out', () => {
  const CASHED_OUT = [...PAID_IN, ...SENT, ...all('PayoutSettled', 'CashoutCompleted')];

  test('that is completed leaves the crypto, the fees, and what the bank paid', () => {
    expect(left(...CASHED_OUT)).toEqual({
      'bank cid1 BRL': '-15000',
      'exchange cid1 201': '-25000000',
      'exchange cid1 BRL': '15225',
      'fees:platform cid1 BRL': '-225',
      'treasury ethereum:0xd1:0 201': '25000000',
    });
  });

  test('that is sent again under its key posts once', () => {
    const again = all('PayoutOutcomeUnknown', 'PayoutDispatched');
    expect(left(...PAID_IN, ...SENT, ...again, ...all('PayoutSettled'))).toEqual(left(...CASHED_OUT));
  });

  test('that has failed owes the crypto back, and nothing else', () => {
    const failed = left(...PAID_IN, ...SENT, ...all('PayoutRejected', 'CashoutFailed', 'RefundDue'));
    expect(Object.keys(failed).map((name) => name.split(' ')[0])).toEqual(['treasury', 'refunds-due']);
  });

  test('whose refund was recorded owes nothing; what was sent beyond it is lost', () => {
    const failed = [...PAID_IN, ...SENT, ...all('PayoutRejected', 'CashoutFailed', 'RefundDue')];
    expect(left(...failed, event('RefundRecorded'))).toEqual({});
    expect(left(...failed, event('RefundRecorded', { amountBaseUnits: '25000007' }))).toEqual({
      'losses cid1 201': '7',
      'treasury ethereum:0xd1:0 201': '-7',
    });
  });

  test('is not refunded what it does not owe', () => {
    expect(breaches(...PAID_IN, event('RefundRecorded'))).toEqual([
      expect.stringMatching(/^RefundRecorded of .* refunds-due/),
    ]);
  });

  test('of which everything came back owes that', () => {
    const returned = left(...CASHED_OUT, event('PayoutReturned'));
    expect(returned['returned cid1 BRL']).toBe('-15000');
    expect(returned['bank cid1 BRL']).toBeUndefined();
  });

  test('is not paid before its deposit was accepted', () => {
    expect(breaches(...PAID_IN.slice(0, 2), ...SENT)).toEqual([
      expect.stringMatching(/^PayoutDispatched of .* payable/),
    ]);
  });

  const again = { attempt: 2, providerKey: 'key2' } as const;
  const rejected = event('PayoutRejected', { nextAttemptAt: '2026-11-20T12:02:00.000Z' });
  test.each<[string, readonly LedgerEvent[]]>([
    ['was on its way', []],
    ['was taken for rejected', [rejected, event('PayoutRequested', again)]],
    ['was sent again', [rejected, event('PayoutRequested', again), event('PayoutDispatched', again)]],
  ])('whose payout operators took for paid leaves what any other leaves, when it %s', (_when, events) => {
    const decided = event('PayoutSettled', { decided: { proposedBy: 'ana', decidedBy: 'bob' } });
    const ended = [...PAID_IN, ...SENT, ...events, event('PayoutContradicted'), decided, event('CashoutCompleted')];
    expect(left(...ended)).toEqual(left(...CASHED_OUT));
  });

  test('whose rejected payout operators took for not paid owes the crypto back', () => {
    const owed = left(...PAID_IN, ...SENT, rejected, ...all('PayoutDecided', 'CashoutFailed', 'RefundDue'));
    expect(Object.keys(owed).map((name) => name.split(' ')[0])).toEqual(['treasury', 'refunds-due']);
  });

  test('is not settled for a cent more than was sent', () => {
    const more = event('PayoutSettled', { amountCents: '15001' });
    expect(breaches(...PAID_IN, ...SENT, more)).toEqual([expect.stringMatching(/^PayoutSettled of .* in-flight/)]);
  });

  test('whose fees are not what the crypto is worth does not end even', () => {
    const { fees } = event('CashoutIntentCreated').data;
    const dearer = event('CashoutIntentCreated', { fees: { ...fees, partnerCents: '76' } });
    const cheaper = left(...CASHED_OUT);
    expect(left(dearer, ...CASHED_OUT.slice(1))['exchange cid1 BRL']).not.toBe(cheaper['exchange cid1 BRL']);
  });
});

describe('a withdrawal', () => {
  const REDEEMED = all('BalanceReserved', 'WithdrawalRequested', 'RedemptionSent', 'PeggedDebitSettled');
  const own = { withdrawId: 'wd1', amountCents: '9900' } as object;
  const WITHDRAWN = [
    event('RedemptionSettled'),
    event('PayoutRequested', own),
    event('PayoutDispatched', own),
    event('PayoutSettled', own),
    event('WithdrawalCompleted'),
  ];

  test('that is completed leaves the asset, the fees, and what the bank paid', () => {
    expect(left(...REDEEMED, ...WITHDRAWN)).toEqual({
      'bank wd1 BRL': '-9900',
      'exchange wd1 301': '-100000000000000000000',
      'exchange wd1 BRL': '10000',
      'fees:platform wd1 BRL': '-100',
      'treasury wd1 301': '100000000000000000000',
    });
  });

  test('that an issuer paid for is even but for the fees', () => {
    const { debit } = event('PeggedDebitSettled').data;
    const burnt = { debit: { ...debit, to: 'ISSUER', receiver: null, issuerCents: '10000' } } as const;
    const events = [...REDEEMED.slice(0, 3), event('PeggedDebitSettled', burnt), event('RedemptionSettled', burnt)];
    expect(left(...events, ...WITHDRAWN.slice(1))).toEqual({ 'bank wd1 BRL': '100', 'fees:platform wd1 BRL': '-100' });
  });

  test('is not paid before its debit was final', () => {
    const early = [...REDEEMED.slice(0, 3), ...WITHDRAWN.slice(0, 3)];
    expect(breaches(...early)).toEqual([expect.stringMatching(/^PayoutDispatched of withdrawal-wd1 .* payable/)]);
  });

  describe('whose refund was recorded', () => {
    const due = event('RefundDue', {
      ...{ withdrawId: 'wd1', network: 'ethereum', assetId: 301, amountBaseUnits: '100000000000000000000' },
    });
    const given = event('RefundRecorded', {
      ...{ withdrawId: 'wd1', assetId: 301, dueBaseUnits: '100000000000000000000' },
      amountBaseUnits: '100000000000000000000',
    });
    const FAILED = [
      ...WITHDRAWN.slice(1, 3),
      event('PayoutRejected', own),
      event('WithdrawalFailed', { refundDue: true }),
    ];

    test('owes nothing', () => {
      expect(left(...REDEEMED, event('RedemptionSettled'), ...FAILED, due, given)).toEqual({});
    });

    test('owes nothing where operators found what was taken', () => {
      const found = [...REDEEMED.slice(0, 3), event('RedemptionContradicted'), event('RedemptionDecided')];
      const amountBaseUnits = event('RedemptionDecided').data.debited?.amountBaseUnits ?? '';
      const owed = event('RefundDue', { ...due.data, amountBaseUnits });
      const failed = event('WithdrawalFailed', { refundDue: true });
      const back = event('RefundRecorded', { ...given.data, amountBaseUnits, dueBaseUnits: amountBaseUnits });
      expect(left(...found, failed, owed, back)).toEqual({});
      expect(breaches(...found, failed, back)).toEqual([expect.stringMatching(/^RefundRecorded of .* refunds-due/)]);
    });

    test('owes nothing where an issuer burnt it, whose reais bought it again', () => {
      const { debit } = event('PeggedDebitSettled').data;
      const burnt = { debit: { ...debit, to: 'ISSUER', receiver: null, issuerCents: '10000' } } as const;
      const redeemed = [...REDEEMED.slice(0, 3), event('PeggedDebitSettled', burnt), event('RedemptionSettled', burnt)];
      expect(left(...redeemed, ...FAILED, due, given)).toEqual({});
    });
  });

  test('that failed before the debit leaves nothing', () => {
    expect(left(...REDEEMED.slice(0, 3), event('WithdrawalFailed'))).toEqual({});
  });
});

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
