import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { RecordRefund, RefundTransfer } from '../../../aggregates/payout/commands';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { REFUND_TXID } from '../../../packages/testing/src/samples/sample-trouble-data';
import { given } from '../../given';

const NOW = time(94_000);
const REFUNDABLE = time(93_800);
const transfer: RefundTransfer = {
  ...{ network: 'ethereum', txid: REFUND_TXID, assetId: 201, amountBaseUnits: '25000000', to: '0xbb' },
  transferredAt: time(93_900),
};
const refund = (differences: Partial<RefundTransfer> = {}, rest: Partial<RecordRefund> = {}): RecordRefund => ({
  ...{ type: 'RecordRefund', transfer: { ...transfer, ...differences }, due: null, now: NOW },
  ...rest,
});

const sent = [
  ...(['CashoutIntentCreated', 'DepositAccepted'] as const).map((type) => event(type)),
  event('PayoutRequested'),
  event('PayoutDispatched'),
] as readonly CashoutEvent[];
const failed = [event('PayoutRejected'), event('CashoutFailed'), event('RefundDue')];
const decided = [
  event('PayoutOutcomeUnknown'),
  event('PayoutDecided', { refundableFrom: REFUNDABLE }),
  event('CashoutFailed'),
  event('RefundDue', { refundableFrom: REFUNDABLE }),
];
const surplus = event('RefundDue', { reason: 'SURPLUS', amountBaseUnits: '7', dueAt: time(80) });
const recorded = event('RefundRecorded');
const contradicted = event('PayoutContradicted');

describe('the refund of a failed cash-out', () => {
  test('is recorded once; the same transaction again is a repetition', () => {
    given(cashout, ...sent, ...failed)
      .when(refund())
      .then(recorded);
    given(cashout, ...sent, ...failed, recorded)
      .when(refund())
      .nothing();
    given(cashout, ...sent, ...failed, recorded)
      .when(refund({ txid: '6f'.repeat(32) }))
      .rejects('WRONG_STATE');
  });

  test('may exceed the due amount, and records its own amount', () =>
    given(cashout, ...sent, ...failed)
      .when(refund({ amountBaseUnits: '25000001', to: '0xcd' }))
      .then(event('RefundRecorded', { amountBaseUnits: '25000001', to: '0xcd' })));

  test.each<[string, Partial<RefundTransfer>]>([
    ['less than is due', { amountBaseUnits: '24999999' }],
    ['another asset', { assetId: 202 }],
    ['another network', { network: 'polygon' }],
  ])('is not recorded for %s', (_what, differences) =>
    given(cashout, ...sent, ...failed)
      .when(refund(differences))
      .rejects('WRONG_STATE'));

  test('waits after a decision for its time, to the second', () => {
    given(cashout, ...sent, ...decided)
      .when(refund({}, { now: time(93_799) }))
      .rejects('WRONG_STATE');
    given(cashout, ...sent, ...decided)
      .when(refund({}, { now: REFUNDABLE }))
      .then(event('RefundRecorded', { recordedAt: REFUNDABLE }));
  });

  test('names the time from which it may be recorded', () => {
    const state = [...sent, ...decided].reduce(cashout.evolve, cashout.initial);
    expect(() => cashout.decide(state, refund({}, { now: time(90_000) }))).toThrow(REFUNDABLE);
  });

  test.each<[string, readonly CashoutEvent[]]>([
    ['nothing is owed', sent],
    ['it was never sent', sent.slice(0, 2)],
    ['a surplus is owed, and the payout is open', [...sent.slice(0, 2), surplus, ...sent.slice(2)]],
    ['a late settlement came to light', [...sent, ...decided, contradicted]],
    ['the provider had contradicted itself before', [...sent, contradicted, ...failed]],
    ['it was completed', [...sent, event('PayoutSettled'), event('CashoutCompleted')]],
  ])('is rejected when %s', (_when, history) =>
    given(cashout, ...history)
      .when(refund())
      .rejects('WRONG_STATE'));

  test('is recorded after a known contradiction, and not after a later one', () => {
    given(cashout, ...sent, contradicted, ...decided)
      .when(refund())
      .then(recorded);
    given(cashout, ...sent, contradicted, ...decided, event('PayoutContradicted', { detail: 'SETTLED after all' }))
      .when(refund())
      .rejects('WRONG_STATE');
  });

  test('is a repetition also when a contradiction follows it', () =>
    given(cashout, ...sent, ...decided, recorded, contradicted)
      .when(refund())
      .nothing());
});

describe('a surplus and the quoted amount', () => {
  const both = [...sent.slice(0, 2), surplus, ...sent.slice(2), ...failed];
  const ofAll = event('RefundRecorded', { dues: [1, 2], dueBaseUnits: '25000007', amountBaseUnits: '25000007' });
  const ofSurplus = event('RefundRecorded', {
    dues: [1],
    dueBaseUnits: '7',
    amountBaseUnits: '7',
    txid: '7f'.repeat(32),
  });

  test('are refunded together', () => {
    given(cashout, ...both)
      .when(refund({ amountBaseUnits: '25000007' }))
      .then(ofAll);
    given(cashout, ...both)
      .when(refund())
      .rejects('WRONG_STATE');
  });

  test('are refunded by separate transactions, and never twice by one', () => {
    given(cashout, ...both)
      .when(refund({ amountBaseUnits: '7', txid: '7f'.repeat(32) }, { due: 1 }))
      .then(ofSurplus);
    given(cashout, ...both, ofSurplus)
      .when(refund())
      .then(event('RefundRecorded', { dues: [2] }));
    given(cashout, ...both, ofSurplus)
      .when(refund({ txid: `0x${'7f'.repeat(32)}` }, { due: 2 }))
      .rejects('WRONG_STATE');
    given(cashout, ...both, ofSurplus)
      .when(refund({}, { due: 1 }))
      .rejects('WRONG_STATE');
    given(cashout, ...both)
      .when(refund({}, { due: 3 }))
      .rejects('WRONG_STATE');
  });

  test('are refunded after completion: the surplus, and a return', () => {
    const completed = [
      ...sent.slice(0, 2),
      surplus,
      ...sent.slice(2),
      event('PayoutSettled'),
      event('CashoutCompleted'),
    ];
    given(cashout, ...completed)
      .when(refund({ amountBaseUnits: '7', txid: '7f'.repeat(32) }))
      .then(ofSurplus);
    const returned = [
      event('PayoutReturned'),
      event('ReturnResolved', { how: 'CRYPTO_DUE', assetId: 201, amountBaseUnits: '24630542', transfer: null }),
      event('RefundDue', { reason: 'PAYOUT_RETURNED', amountBaseUnits: '24630542' }),
    ];
    given(cashout, ...completed, ofSurplus, ...returned)
      .when(refund({ amountBaseUnits: '24630542' }))
      .then(event('RefundRecorded', { dues: [2], dueBaseUnits: '24630542', amountBaseUnits: '24630542' }));
  });
});

describe('a contradiction that a settlement ended', () => {
  const completed = [...sent, contradicted, event('PayoutSettled'), event('CashoutCompleted')];
  const returned = [
    event('PayoutReturned'),
    event('ReturnResolved', { how: 'CRYPTO_DUE', assetId: 201, amountBaseUnits: '24630542', transfer: null }),
    event('RefundDue', { reason: 'PAYOUT_RETURNED', amountBaseUnits: '24630542' }),
  ];
  const amount = { amountBaseUnits: '24630542' };
  const late = event('PayoutContradicted', { detail: 'SETTLED after the intent had been completed' });

  test('holds neither a full return nor a surplus', () => {
    given(cashout, ...completed, ...returned)
      .when(refund(amount))
      .then(event('RefundRecorded', { ...amount, dueBaseUnits: '24630542' }));
    given(cashout, ...completed, surplus)
      .when(refund({ amountBaseUnits: '7' }))
      .then(event('RefundRecorded', { amountBaseUnits: '7', dueBaseUnits: '7' }));
  });

  test('is not later than the settlement unless the return of the same key was resolved after it', () => {
    given(cashout, ...completed, ...returned, late)
      .when(refund(amount))
      .rejects('WRONG_STATE');
    given(cashout, ...completed, late, ...returned)
      .when(refund(amount))
      .then(event('RefundRecorded', { ...amount, dueBaseUnits: '24630542' }));
  });

  test('is a new contradiction under another key, whose payment the payee may have kept', () => {
    const key2 = { providerKey: 'key2', attempt: 2 } as const;
    const again = [
      event('PayoutRejected', { nextAttemptAt: time(115) }),
      event('PayoutRequested', key2),
      event('PayoutDispatched', key2),
    ];
    const paidTwice = event('PayoutContradicted', { settledNow: true, detail: 'SETTLED after the intent' });
    const backUnder2 = returned.map((each) =>
      each.type === 'RefundDue' ? each : ({ ...each, data: { ...each.data, providerKey: 'key2' } } as CashoutEvent),
    );
    const settledUnder2 = [event('PayoutSettled', key2), event('CashoutCompleted')];
    for (const history of [
      [...settledUnder2, paidTwice],
      [paidTwice, ...settledUnder2],
    ]) {
      given(cashout, ...sent, ...again, ...history, ...backUnder2)
        .when(refund(amount))
        .rejects('WRONG_STATE');
    }
  });
});

test('is in the pegged asset and on its network for a withdrawal', () => {
  const of = { withdrawId: 'wd1', attempt: 1, providerKey: 'key1' } as const;
  const { amountBaseUnits } = event('WithdrawalRequested').data;
  const history: readonly WithdrawalEvent[] = [
    ...[event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')],
    { type: 'PayoutRequested', data: { ...of, amountCents: '9900', requestedAt: time(81) } },
    {
      type: 'PayoutRejected',
      data: { ...of, code: 'KEY_NOT_FOUND', message: 'none', nextAttemptAt: null, rejectedAt: time(85) },
    },
    event('WithdrawalFailed', { refundDue: true }),
    {
      type: 'RefundDue',
      data: {
        ...{ withdrawId: 'wd1', network: 'ethereum', assetId: 301, amountBaseUnits, to: '0xcc' },
        ...{ reason: 'PAYOUT_FAILED', dueAt: time(85) },
      },
    },
  ];
  const moved = { assetId: 301, amountBaseUnits } as const;
  const done = { ...transfer, ...moved, withdrawId: 'wd1', dues: [1], dueBaseUnits: amountBaseUnits, recordedAt: NOW };
  given(withdrawal, ...history)
    .when(refund(moved))
    .then({ type: 'RefundRecorded', data: done });
  given(withdrawal, ...history)
    .when(refund({ ...moved, network: 'polygon' }))
    .rejects('WRONG_STATE');
  given(withdrawal, ...history, { type: 'RefundRecorded', data: done })
    .when(refund(moved))
    .nothing();
});
