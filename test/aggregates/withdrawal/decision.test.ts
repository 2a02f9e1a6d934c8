import type { DecideRedemption } from '../../../aggregates/withdrawal/commands';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { given } from '../../given';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

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

const ended = (now: string): readonly WithdrawalEvent[] => {
  const word = { message: 'Decided by operators', code: 'DECIDED_UNPAID', failedAt: now };
  const reason = { reasonCode: word.code, reason: word.message, refundDue: false, failedAt: now };
  return [
    event('RedemptionDecided', { debited: null, decidedAt: now }),
    event('RedemptionFailed', word),
    event('WithdrawalFailed', reason),
  ];
};

describe('a debit that was never sent', () => {
  const gone = { isRedemptionGone: true };
  const justNow = requested.data.requestedAt;
  const later = time(61 + TWO_HOURS);

  test('is decided at once where its redemption is gone, and fails the withdrawal', () => {
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

  test('goes on by itself otherwise, for two hours', () => {
    given(withdrawal, requested)
      .when(decide('ana', time(60 + TWO_HOURS)))
      .rejects('WRONG_STATE');
    given(withdrawal, requested).when(decide('ana', later)).then(proposed(later));
    given(withdrawal, requested, proposed(later))
      .when(decide('bob', later))
      .then(...ended(later));
  });

  test('took nothing: no other word is one', () =>
    given(withdrawal, requested)
      .when(decide('ana', later, { ...gone, debited: found }))
      .rejects('WRONG_STATE'));

  test('may have been sent where a loss holds it: two hours later either word counts', () => {
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
  ])('is proposed anew where it %s since the first word', (_what, since) => {
    const now = time(90 + TWO_HOURS);
    given(withdrawal, requested, proposed(justNow), ...since)
      .when(decide('bob', now, gone))
      .then(event('RedemptionDecisionProposed', { debited: null, proposedBy: 'bob', proposedAt: now }));
  });

  test('is decided about by nobody once it has failed', () =>
    given(withdrawal, requested, proposed(later), ...ended(later))
      .when(decide('ana', later))
      .rejects('WRONG_STATE'));
});
