import type { RedemptionOutcome } from '../../../aggregates/withdrawal/commands';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { MAXIMUM_CONTRADICTIONS, MAXIMUM_SENDINGS } from '../../../aggregates/withdrawal/redemption-phase';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { given } from '../../given';
import {
  dispatch,
  record as recordPayout,
  rejected,
  request as requestPayout,
  settlement,
} from '../cashout/payout-commands';

const requested = event('WithdrawalRequested');
const { withdrawId: _id, redemption: _name, network: _network, ...sending } = event('RedemptionSent').data;
const sent = [requested, event('RedemptionSent')] as const;
const debited = [...sent, event('RedemptionSettled')] as const;

const request = { type: 'RequestWithdrawal', withdrawal: requested.data } as const;
const abandon = { type: 'AbandonWithdrawal', withdrawId: 'wd1', now: time(120) } as const;
const send = (differences = {}) => ({ type: 'SendRedemption', sending: { ...sending, ...differences } }) as const;
const record = (outcome: RedemptionOutcome, now = time(80)) => ({ type: 'RecordRedemption', outcome, now }) as const;
const ofKey = { redemptionKey: 'redemption1' } as const;
const settled = { kind: 'SETTLED', ...ofKey, debit } as const;
const reverted = { kind: 'FAILED', ...ofKey, code: 'REVERTED', message: 'The transfer was reverted' } as const;
const contradicted = (detail: string, contradictedAt = time(80)) =>
  event('RedemptionContradicted', { detail, contradictedAt });

describe('a withdrawal that is requested and abandoned at once', () => {
  test('keeps the first of the two for ever', () => {
    given(withdrawal).when(request).then(requested);
    given(withdrawal).when(abandon).then(event('WithdrawalAbandoned'));
    given(withdrawal, requested).when(abandon).nothing();
    given(withdrawal, event('WithdrawalAbandoned')).when(request).rejects('SERVICE_UNAVAILABLE');
    given(withdrawal, event('WithdrawalAbandoned')).when(send()).nothing();
  });
  test('is requested once', () => given(withdrawal, requested).when(request).nothing());
  test('is a fault when its gross is not fee plus net', () =>
    expect(() =>
      withdrawal.decide(withdrawal.initial, { ...request, withdrawal: { ...requested.data, grossCents: '10001' } }),
    ).toThrow(RangeError));
});

describe('the fence before the debit', () => {
  test('is passed once', () => {
    given(withdrawal, requested).when(send()).then(event('RedemptionSent'));
    given(withdrawal, ...sent)
      .when(send())
      .nothing();
  });
  test('lets another transaction replace the first only at the same nonce', () => {
    given(withdrawal, ...sent)
      .when(send({ txid: '0xe2' }))
      .then(event('RedemptionSent', { txid: '0xe2' }));
    given(withdrawal, ...sent)
      .when(send({ txid: '0xe2', nonce: '8' }))
      .nothing();
    given(withdrawal, ...sent)
      .when(send({ txid: '0xe2', nonce: null }))
      .nothing();
  });
  test('lets at most the maximum of transactions replace each other', () => {
    const many = Array.from({ length: MAXIMUM_SENDINGS }, (_, index) =>
      event('RedemptionSent', { txid: `0x${index}` }),
    );
    given(withdrawal, requested, ...many.slice(1))
      .when(send({ txid: '0xff' }))
      .then(event('RedemptionSent', { txid: '0xff' }));
    given(withdrawal, requested, ...many)
      .when(send({ txid: '0xff' }))
      .nothing();
  });
  test('closes after the debit is settled or has failed', () => {
    given(withdrawal, ...debited)
      .when(send({ txid: '0xe2' }))
      .nothing();
    given(withdrawal, ...sent, event('RedemptionFailed'), event('WithdrawalFailed'))
      .when(send({ txid: '0xe2' }))
      .nothing();
  });
});

describe('the outcome of the debit', () => {
  test('owes the payout when it is final', () =>
    given(withdrawal, ...sent)
      .when(record(settled))
      .then(event('RedemptionSettled')));
  test('settles by a transaction that replaced the first', () => {
    const other = { ...debit, txid: '0xe2', debitId: 'ethereum:0xe2:0' };
    given(withdrawal, ...sent, event('RedemptionSent', { txid: '0xe2' }))
      .when(record({ ...settled, debit: other }))
      .then(event('RedemptionSettled', { debit: other }));
  });
  test('settles by a transaction that only the issuer knows', () => {
    const other = { ...debit, txid: 'redeem-1', to: 'ISSUER', issuerCents: '10000', receiver: null } as const;
    given(withdrawal, requested, event('RedemptionSent', { txid: null, nonce: null }))
      .when(record({ ...settled, debit: other }))
      .then(event('RedemptionSettled', { debit: other }));
  });
  test.each([
    ['debited asset 302', { assetId: 302 }],
    ['debited 0xdd', { wallet: '0xdd' }],
    ['debited 1 base units', { amountBaseUnits: '1' }],
    ['debited on base', { network: 'base' }],
    ['debited by 0xe9', { txid: '0xe9' }],
  ])('contradicts once and pays no payout: %s', (detail, differences) => {
    const wrong = record({ ...settled, debit: { ...debit, ...differences } });
    given(withdrawal, ...sent)
      .when(wrong)
      .then(contradicted(detail));
    given(withdrawal, ...sent, contradicted(detail))
      .when(wrong)
      .nothing();
  });
  test('fails the withdrawal without a debt on a definite refusal', () =>
    given(withdrawal, ...sent)
      .when(record(reverted, time(78)))
      .then(event('RedemptionFailed'), event('WithdrawalFailed')));
  test('fails the withdrawal on a refusal before the sending', () =>
    given(withdrawal, requested)
      .when(record({ ...reverted, redemptionKey: null }, time(78)))
      .then(event('RedemptionFailed', { redemptionKey: null }), event('WithdrawalFailed')));
  test('holds debit and payout while the debit is unknown, and records this once', () => {
    const unknown = record({ kind: 'UNKNOWN', ...ofKey, reason: 'TIMEOUT' }, time(70));
    given(withdrawal, ...sent)
      .when(unknown)
      .then(event('RedemptionUnknown'));
    given(withdrawal, ...sent, event('RedemptionUnknown'))
      .when(unknown)
      .nothing();
    given(withdrawal, ...sent, event('RedemptionUnknown'))
      .when(record(settled))
      .then(event('RedemptionSettled'));
  });
  test('ignores a report about another key', () => {
    for (const outcome of [settled, reverted, { kind: 'UNKNOWN', ...ofKey, reason: 'TIMEOUT' } as const]) {
      given(withdrawal, ...sent)
        .when(record({ ...outcome, redemptionKey: 'redemption2' }))
        .nothing();
      given(withdrawal, requested).when(record(outcome)).nothing();
    }
  });
  test('ignores a refusal after a contradiction, but still settles', () => {
    const told = [...sent, contradicted('gone')] as const;
    given(withdrawal, ...told)
      .when(record(reverted))
      .nothing();
    given(withdrawal, ...told)
      .when(record(settled))
      .then(event('RedemptionSettled'));
  });
  test('contradicts once when it is debited after the failure', () => {
    const failed = [...sent, event('RedemptionFailed'), event('WithdrawalFailed')] as const;
    const alarm = contradicted('debited by 0xe1 after the withdrawal had failed');
    given(withdrawal, ...failed)
      .when(record(settled))
      .then(alarm);
    given(withdrawal, ...failed, alarm)
      .when(record(settled))
      .nothing();
    given(withdrawal, ...failed)
      .when(record(reverted))
      .nothing();
  });
  test('records a limited number of contradictions', () => {
    const many = Array.from({ length: MAXIMUM_CONTRADICTIONS }, (_, index) => contradicted(`${index}`));
    given(withdrawal, ...sent, ...many)
      .when(record({ kind: 'CONTRADICTED', ...ofKey, detail: 'another' }))
      .nothing();
  });
  test('is rejected for an unknown or abandoned withdrawal', () => {
    given(withdrawal).when(record(settled)).rejects('WRONG_STATE');
    given(withdrawal, event('WithdrawalAbandoned')).when(record(settled)).rejects('WRONG_STATE');
  });
});

describe('the payout', () => {
  const of = { withdrawId: 'wd1', attempt: 1, providerKey: 'key1' } as const;
  const net = { withdrawId: 'wd1', attempt: 1, providerKey: 'key1', amountCents: '9900', requestedAt: time(81) };
  const asked: WithdrawalEvent = { type: 'PayoutRequested', data: net };
  const dispatched: WithdrawalEvent = {
    type: 'PayoutDispatched',
    data: { ...of, provider: 'sandbox', workerId: 'w1', dispatchedAt: time(82), notAfter: time(97) },
  };
  test.each([
    ['requested', [requested]],
    ['broadcast', sent],
    ['unknown', [...sent, event('RedemptionUnknown')]],
    ['contradicted', [...sent, contradicted('gone')]],
    ['failed', [...sent, event('RedemptionFailed'), event('WithdrawalFailed')]],
  ])('is not owed while the debit is only %s', (_name, history) => {
    given(withdrawal, ...(history as readonly WithdrawalEvent[]))
      .when(requestPayout(time(81)))
      .nothing();
    given(withdrawal, ...(history as readonly WithdrawalEvent[]))
      .when(dispatch())
      .nothing();
  });
  test('equals the net', () =>
    given(withdrawal, ...debited)
      .when(requestPayout(time(81)))
      .then(asked));
  test('completes the withdrawal in the same append', () =>
    given(withdrawal, ...debited, asked, dispatched)
      .when(recordPayout({ kind: 'SETTLED', ...settlement, amountCents: '9900' }, time(95)))
      .then(
        {
          type: 'PayoutSettled',
          data: { ...of, ...settlement, provider: 'sandbox', amountCents: '9900', feeCents: '0', settledAt: time(95) },
        },
        event('WithdrawalCompleted'),
      ));
  test('owes the gross back to the wallet in the asset when it is rejected for good', () =>
    given(withdrawal, ...debited, asked, dispatched)
      .when(recordPayout(rejected(false), time(85)))
      .then(
        {
          type: 'PayoutRejected',
          data: { ...of, code: 'KEY_NOT_FOUND', message: 'No such key', nextAttemptAt: null, rejectedAt: time(85) },
        },
        event('WithdrawalFailed', {
          ...{ reasonCode: 'KEY_NOT_FOUND', reason: 'No such key', refundDue: true, failedAt: time(85) },
        }),
        {
          type: 'RefundDue',
          data: {
            ...{ withdrawId: 'wd1', network: 'ethereum', assetId: 301, to: '0xcc', reason: 'PAYOUT_FAILED' },
            ...{ amountBaseUnits: debit.amountBaseUnits, dueAt: time(85) },
          },
        },
      ));
});
