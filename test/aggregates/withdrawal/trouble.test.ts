import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { given } from '../../given';
import { dispatch, request } from '../cashout/payout-commands';

const debited = [event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')] as const;
const of = { withdrawId: 'wd1', attempt: 1, providerKey: 'key1' } as const;
const asked: WithdrawalEvent = { type: 'PayoutRequested', data: { ...of, amountCents: '9900', requestedAt: time(81) } };
const dispatched: WithdrawalEvent = {
  type: 'PayoutDispatched',
  data: { ...of, provider: 'sandbox', workerId: 'w1', dispatchedAt: time(82), notAfter: time(97) },
};

test('holds a payout, and refunds a day after two operators decided that the payout is unpaid', () => {
  const held: WithdrawalEvent = { type: 'PayoutHeld', data: { withdrawId: 'wd1', heldAt: time(81) } };
  given(withdrawal, ...debited, asked)
    .when({ type: 'HoldPayout', now: time(81) })
    .then(held);
  given(withdrawal, ...debited, asked, held)
    .when(dispatch())
    .nothing();
  const unknown: WithdrawalEvent = {
    type: 'PayoutOutcomeUnknown',
    data: { ...of, reason: 'TIMEOUT', unknownAt: time(97) },
  };
  const about = { ...of, unknownSince: time(97), proposedBy: 'ana' };
  const proposed: WithdrawalEvent = { type: 'PayoutDecisionProposed', data: { ...about, proposedAt: time(7_300) } };
  const [decidedAt, refundableFrom] = [time(7_400), time(93_800)];
  given(withdrawal, ...debited, asked, dispatched, unknown, proposed)
    .when({ type: 'DecidePayout', providerKey: 'key1', by: 'bob', mayPropose: true, now: decidedAt })
    .then(
      { type: 'PayoutDecided', data: { ...about, decidedBy: 'bob', refundableFrom, decidedAt } },
      event('WithdrawalFailed', {
        ...{ reasonCode: 'DECIDED_UNPAID', reason: 'Decided by operators', refundDue: true, failedAt: decidedAt },
      }),
      {
        type: 'RefundDue',
        data: {
          ...{ withdrawId: 'wd1', network: 'ethereum', assetId: 301, to: '0xcc', reason: 'PAYOUT_FAILED' },
          ...{ amountBaseUnits: debit.amountBaseUnits, dueAt: decidedAt, refundableFrom },
        },
      },
    );
});

test('keeps a contradiction from before the settlement as a doubt', () => {
  const contradicted = event('RedemptionContradicted', { detail: 'gone' });
  const before = [event('WithdrawalRequested'), event('RedemptionSent'), contradicted, event('RedemptionSettled')];
  expect(before.reduce(withdrawal.evolve, withdrawal.initial)).toMatchObject({ status: 'PAYING', doubts: ['gone'] });
});

describe('a loss of the log', () => {
  const byLoss = { type: 'HoldPayout', now: time(81), lostSince: time(70) } as const;
  const lost: WithdrawalEvent = {
    type: 'PayoutHeld',
    data: { withdrawId: 'wd1', heldAt: time(81), lostSince: time(70) },
  };
  const release = { type: 'ReleasePayout', hasAskedAll: true, now: time(90) } as const;
  const released: WithdrawalEvent = { type: 'PayoutReleased', data: { withdrawId: 'wd1', releasedAt: time(90) } };
  const { withdrawId: _id, redemption: _name, network: _network, ...sending } = event('RedemptionSent').data;
  const send = { type: 'SendRedemption', sending } as const;
  const opened = event('WithdrawalRequested');

  test('holds the debit and the payout, and releases each by itself', () => {
    given(withdrawal, opened).when(byLoss).then(lost);
    given(withdrawal, opened, lost).when(byLoss).nothing();
    given(withdrawal, opened, lost).when(send).nothing();
    given(withdrawal, opened, lost)
      .when({ ...release, hasAskedAll: false })
      .rejects('WRONG_STATE');
    given(withdrawal, opened, lost).when(release).then(released);
    given(withdrawal, opened, lost, released).when(release).nothing();
    given(withdrawal, opened, lost, released).when(send).then(event('RedemptionSent'));
    const settled = [opened, lost, released, event('RedemptionSent'), event('RedemptionSettled')] as const;
    given(withdrawal, ...settled)
      .when(request(time(91)))
      .nothing();
    given(withdrawal, ...settled)
      .when({ ...release, hasAskedAll: false })
      .rejects('WRONG_STATE');
    given(withdrawal, ...settled, released)
      .when(request(time(91)))
      .then({ ...asked, data: { ...asked.data, requestedAt: time(91) } });
  });

  test('holds only the payout when the debit was sent', () => {
    given(withdrawal, opened, event('RedemptionSent'), lost).when(release).nothing();
    given(withdrawal, ...debited)
      .when(byLoss)
      .then(lost);
  });

  test('allows a debit that operators found, which a hold of theirs does not', () => {
    const held: WithdrawalEvent = { type: 'PayoutHeld', data: { withdrawId: 'wd1', heldAt: time(81) } };
    given(withdrawal, opened)
      .when({ type: 'HoldPayout', now: time(81) })
      .then(held);
    given(withdrawal, opened, held).when(send).nothing();
    const found = { txid: '0xe1', assetId: 301, amountBaseUnits: '1' };
    const about = { redemptionKey: 'key1', isRedemptionGone: false, debited: found, by: 'ana', mayPropose: true };
    const word = { type: 'DecideRedemption', ...about, now: time(81 + 7_200) } as const;
    given(withdrawal, opened, held).when(word).rejects('WRONG_STATE');
    const proposed = { withdrawId: 'wd1', redemptionKey: 'key1', debited: found, proposedBy: 'ana' };
    given(withdrawal, opened, lost)
      .when(word)
      .then({ type: 'RedemptionDecisionProposed', data: { ...proposed, proposedAt: word.now } });
  });
});
