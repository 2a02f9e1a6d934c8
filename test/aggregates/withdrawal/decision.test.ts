import type { DecideRedemption } from '../../../aggregates/withdrawal/commands';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const TWO_HOURS = 7_200;

const requested = event('WithdrawalRequested');
const heldAt = time(81);
const lost: WithdrawalEvent = { type: 'PayoutHeld', data: { withdrawId: 'wd1', heldAt, lostSince: time(70) } };
const released: WithdrawalEvent = { type: 'PayoutReleased', data: { withdrawId: 'wd1', releasedAt: time(90) } };
const { debited: found } = event('RedemptionDecisionProposed').data;

const decide = (by: string, now: string, differences: Partial<DecideRedemption> = {}): DecideRedemption => ({
  type: 'DecideRedemption',
  ...{ redemptionKey: 'redemption1', isRedemptionGone: false, debited: null },
  ...{ by, mayPropose: true, now, ...differences },
});

const proposed = (proposedAt: string, debited: typeof found = null) =>
  event('RedemptionDecisionProposed', { debited, proposedAt });

const endsOf = (now: string, debited: typeof found): readonly WithdrawalEvent[] => {
  const [code, message] = ['DECIDED_UNPAID', 'Decided by operators'];
  const failed = { reasonCode: code, reason: message, refundDue: debited !== null, failedAt: now };
  if (debited === null)
    return [event('RedemptionFailed', { code, message, failedAt: now }), event('WithdrawalFailed', failed)];
  const { assetId, amountBaseUnits } = debited;
  const due = { withdrawId: 'wd1', network: 'ethereum', to: '0xcc', reason: 'PAYOUT_FAILED', dueAt: now } as const;
  return [event('WithdrawalFailed', failed), { type: 'RefundDue', data: { ...due, assetId, amountBaseUnits } }];
};

const ended = (now: string): readonly WithdrawalEvent[] => [
  event('RedemptionDecided', { debited: null, decidedAt: now }),
  ...endsOf(now, null),
];

describe('a debit that was never sent', () => {
  const gone = { isRedemptionGone: true };
  const justNow = requested.data.requestedAt;
  const later = time(61 + TWO_HOURS);

  test('is decided immediately when its redemption is not configured, and fails the withdrawal', () => {
    given(withdrawal, requested)
      .when(decide('ana', justNow, gone))
      .then(proposed(justNow));
    given(withdrawal, requested, proposed(justNow))
      .when(decide('ana', justNow, gone))
      .nothing();
    given(withdrawal, requested, proposed(justNow))
      .when(decide('bob', justNow, gone))
      .then(...ended(justNow));
  });

  test('is decided only after two hours otherwise', () => {
    given(withdrawal, requested)
      .when(decide('ana', time(60 + TWO_HOURS)))
      .rejects('WRONG_STATE');
    given(withdrawal, requested).when(decide('ana', later)).then(proposed(later));
    given(withdrawal, requested, proposed(later))
      .when(decide('bob', later))
      .then(...ended(later));
  });

  test('rejects a debit that operators found, because there was no debit', () =>
    given(withdrawal, requested)
      .when(decide('ana', later, { ...gone, debited: found }))
      .rejects('WRONG_STATE'));

  test('takes either decision two hours later when the debit may have been sent before a loss', () => {
    const now = time(81 + TWO_HOURS);
    for (const debited of [null, found]) {
      given(withdrawal, requested, lost)
        .when(decide('ana', time(80 + TWO_HOURS), { ...gone, debited }))
        .rejects('WRONG_STATE');
      given(withdrawal, requested, lost)
        .when(decide('ana', now, { debited }))
        .then(proposed(now, debited));
    }
    given(withdrawal, requested, lost, released)
      .when(decide('ana', now, { debited: found }))
      .rejects('WRONG_STATE');
  });

  test.each<[string, readonly WithdrawalEvent[]]>([
    ['was sent', [event('RedemptionSent', { sentAt: justNow }), event('RedemptionContradicted')]],
    ['may have been lost', [lost]],
  ])('takes a new proposal when it %s since the first one', (_what, since) => {
    const now = time(90 + TWO_HOURS);
    given(withdrawal, requested, proposed(justNow), ...since)
      .when(decide('bob', now, gone))
      .then(event('RedemptionDecisionProposed', { debited: null, proposedBy: 'bob', proposedAt: now }));
  });

  test('is not decided after it has failed', () =>
    given(withdrawal, requested, proposed(later), ...ended(later))
      .when(decide('ana', later))
      .rejects('WRONG_STATE'));
});

describe('a debit that was sent', () => {
  const sent = [requested, event('RedemptionSent')] as const;
  const again = event('RedemptionSent', { txid: '0xe2', sentAt: time(300) });
  const later = time(63 + TWO_HOURS);

  test.each([null, found])('is decided either way two hours later', (debited) => {
    given(withdrawal, ...sent)
      .when(decide('ana', time(62 + TWO_HOURS), { debited, isRedemptionGone: true }))
      .rejects('WRONG_STATE');
    given(withdrawal, ...sent)
      .when(decide('ana', later, { debited }))
      .then(proposed(later, debited));
    given(withdrawal, ...sent, proposed(later, debited))
      .when(decide('bob', later, { debited, mayPropose: false }))
      .then(event('RedemptionDecided', { debited, decidedAt: later }), ...endsOf(later, debited));
  });

  test('counts from the last sending, which voids the first proposal', () => {
    given(withdrawal, ...sent, again)
      .when(decide('ana', later))
      .rejects('WRONG_STATE');
    const now = time(300 + TWO_HOURS);
    given(withdrawal, ...sent, proposed(later), again)
      .when(decide('bob', now))
      .then(event('RedemptionDecisionProposed', { debited: null, proposedBy: 'bob', proposedAt: now }));
  });

  test('is decided at once when its redemption contradicts itself', () => {
    const now = time(80);
    given(withdrawal, ...sent, event('RedemptionContradicted'))
      .when(decide('ana', now))
      .then(proposed(now));
  });

  test('is not decided after it has ended', () => {
    given(withdrawal, ...sent, event('RedemptionSettled'))
      .when(decide('ana', later))
      .rejects('WRONG_STATE');
    given(withdrawal, ...sent, event('RedemptionFailed'), event('WithdrawalFailed'))
      .when(decide('ana', later))
      .rejects('WRONG_STATE');
  });
});

test('sends no decided debit, neither first nor as a replacement', () => {
  const { withdrawId: _id, redemption: _name, network: _network, ...sending } = event('RedemptionSent').data;
  const now = time(9_000);
  for (const before of [[], [event('RedemptionSent')]]) {
    given(withdrawal, requested, ...before, ...ended(now))
      .when({ type: 'SendRedemption', sending: { ...sending, txid: '0xe2' } })
      .nothing();
  }
});
