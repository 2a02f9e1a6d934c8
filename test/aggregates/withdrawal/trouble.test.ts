import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { given } from '../../given';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';
import { debit } from '../../samples/sample-withdrawal-data';
import { dispatch } from '../cashout/payout-commands';

const debited = [event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')] as const;
const of = { withdrawId: 'wd1', attempt: 1, providerKey: 'key1' } as const;
const asked: WithdrawalEvent = { type: 'PayoutRequested', data: { ...of, amountCents: '9900', requestedAt: time(81) } };
const dispatched: WithdrawalEvent = {
  type: 'PayoutDispatched',
  data: { ...of, provider: 'sandbox', workerId: 'w1', dispatchedAt: time(82), notAfter: time(97) },
};

test('a payout that two operators take for not paid owes it back a day later, and is held as any other', () => {
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
    .when({ type: 'DecidePayout', providerKey: 'key1', by: 'bob', now: decidedAt })
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
