import type { DecideRedemption } from '../../../aggregates/withdrawal/commands';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { given } from '../../given';
import { dispatch, record, request, settlement } from '../cashout/payout-commands';

const now = time(100);
const wd1 = { withdrawId: 'wd1' } as const;
const doubted = (detail = 'gone') => event('RedemptionContradicted', { detail, contradictedAt: time(90) });
const held: WithdrawalEvent = { type: 'PayoutHeld', data: { ...wd1, heldAt: time(90) } };
const settled = [event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')] as const;
const gone = [...settled, doubted(), held] as const;

const of = (attempt: number) => ({ ...wd1, attempt, providerKey: `key${attempt}` });
const requested = (attempt = 1): WithdrawalEvent => ({
  type: 'PayoutRequested',
  data: { ...of(attempt), amountCents: '9900', requestedAt: time(81) },
});
const sent: WithdrawalEvent = {
  type: 'PayoutDispatched',
  data: { ...of(1), provider: 'sandbox', workerId: 'w1', dispatchedAt: time(82), notAfter: time(97) },
};
const rejected: WithdrawalEvent = {
  type: 'PayoutRejected',
  data: { ...of(1), code: 'OTHER', message: '', nextAttemptAt: time(200), rejectedAt: time(83) },
};
const contradicted: WithdrawalEvent = {
  type: 'PayoutContradicted',
  data: { ...wd1, providerKey: 'key1', settledNow: true, detail: 'SETTLED', contradictedAt: time(84) },
};
const lost: WithdrawalEvent = { type: 'PayoutHeld', data: { ...wd1, heldAt: time(92), lostSince: time(91) } };

const decide = (by: string, differences: Partial<DecideRedemption> = {}): DecideRedemption => ({
  type: 'DecideRedemption',
  ...{ redemptionKey: 'redemption1', isRedemptionGone: false, debited: null },
  ...{ by, mayPropose: true, now, ...differences },
});
const proposed = event('RedemptionDecisionProposed', { debited: null, proposedAt: now });
const [reasonCode, reason] = ['DECIDED_UNPAID', 'Decided by operators'];
const ended = [
  event('RedemptionDecided', { debited: null, decidedAt: now }),
  event('WithdrawalFailed', { reasonCode, reason, refundDue: false, failedAt: now }),
] as const;

describe('a settled debit that was undone before its payout was sent', () => {
  test.each<[string, readonly WithdrawalEvent[]]>([
    ['is not requested', gone],
    ['is requested', [...settled, requested(), doubted(), held]],
    ['was rejected and is to be tried again', [...settled, requested(), sent, rejected, doubted(), held]],
    ['was rejected and is requested again', [...settled, requested(), sent, rejected, requested(2), doubted(), held]],
  ])('is decided by two operators without a refund when the payout %s', (_what, history) => {
    given(withdrawal, ...history)
      .when(decide('ana'))
      .then(proposed);
    given(withdrawal, ...history, proposed)
      .when(decide('ana'))
      .nothing();
    given(withdrawal, ...history, proposed)
      .when(decide('bob', { mayPropose: false }))
      .then(...ended);
    for (const command of [request(time(300)), dispatch(), { type: 'ReleasePayout', now: time(300) } as const])
      given(withdrawal, ...history, proposed, ...ended)
        .when(command)
        .nothing();
  });

  test.each<[string, readonly WithdrawalEvent[]]>([
    ['its debit is in no contradiction', settled],
    ['its payout was sent', [...settled, requested(), sent, doubted(), held]],
    ['a rejected order turned out paid', [...settled, requested(), sent, rejected, contradicted, doubted(), held]],
    ['a loss may have taken a dispatch', [...gone, lost]],
    ['the same decision was made', [...gone, proposed, ...ended]],
  ])('is not decided when %s', (_what, history) =>
    given(withdrawal, ...history)
      .when(decide('ana'))
      .rejects('WRONG_STATE'));

  test('accepts no other debit from operators', () =>
    given(withdrawal, ...gone)
      .when(decide('ana', { debited: { txid: '0xe9', assetId: 301, amountBaseUnits: '1' } }))
      .rejects('WRONG_STATE'));

  test('is proposed anew after a proposal of a settlement, or after another doubt', () => {
    for (const since of [event('RedemptionDecisionProposed', { debited: null, settledBy: 'case:1' }), doubted('again')])
      given(withdrawal, ...gone, proposed, since)
        .when(decide('bob'))
        .then({ ...proposed, data: { ...proposed.data, proposedBy: 'bob' } });
  });
});

describe('a withdrawal after that decision', () => {
  const over = [...settled, requested(), sent, rejected, doubted(), held, proposed, ...ended] as const;
  const late = event('RedemptionContradicted', {
    ...{ detail: 'debited by 0xe1 after the withdrawal had failed', contradictedAt: time(300) },
  });
  const tell = {
    type: 'RecordRedemption',
    outcome: { kind: 'SETTLED', redemptionKey: 'redemption1', debit },
    now: time(300),
  } as const;

  test('ignores another doubt', () =>
    given(withdrawal, ...over)
      .when({ type: 'DoubtDebit', redemptionKey: 'redemption1', detail: 'gone in another history', now: time(300) })
      .nothing());

  test('contradicts a later debit once, and owes the amount after two operators found the debit', () => {
    given(withdrawal, ...over)
      .when(tell)
      .then(late);
    given(withdrawal, ...over, late)
      .when(tell)
      .nothing();
    const found = { txid: '0xe1', assetId: 301, amountBaseUnits: debit.amountBaseUnits };
    const word = event('RedemptionDecisionProposed', { debited: found });
    const { network, wallet: to } = event('WithdrawalRequested').data;
    given(withdrawal, ...over, late, word)
      .when(decide('bob', { debited: found }))
      .then(event('RedemptionDecided', { debited: found, decidedAt: now }), {
        type: 'RefundDue',
        data: {
          ...wd1,
          network,
          assetId: 301,
          amountBaseUnits: debit.amountBaseUnits,
          to,
          reason: 'PAYOUT_FAILED',
          dueAt: now,
        },
      });
  });

  test('takes the debit of a lost redemption only from operators', () => {
    const debited = { txid: '0xe1', assetId: 301, amountBaseUnits: debit.amountBaseUnits };
    given(withdrawal, ...over)
      .when(decide('ana', { debited, isRedemptionGone: true }))
      .then(event('RedemptionDecisionProposed', { debited, proposedBy: 'ana', proposedAt: now }));
    for (const beside of [{ debited }, { isRedemptionGone: true }]) {
      given(withdrawal, ...over)
        .when(decide('ana', beside))
        .rejects('WRONG_STATE');
    }
  });

  test('contradicts when a rejected attempt is paid after all', () =>
    given(withdrawal, ...over)
      .when(record({ kind: 'SETTLED', ...settlement, amountCents: '9900' }, time(300)))
      .then({
        type: 'PayoutContradicted',
        data: {
          ...{ ...wd1, providerKey: 'key1', settledNow: true, contradictedAt: time(300) },
          detail: 'SETTLED after the withdrawal had failed',
        },
      }));
});
