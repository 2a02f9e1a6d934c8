import type { LedgerEvent } from '../../../aggregates/events';
import { event } from '../../samples/sample-events';
import { all, breaches, left } from './summing';

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
