import { isRejection } from '../../../aggregates/rejection';
import { streamNameOf } from '../../../aggregates/stream';
import { cashoutOwner } from '../../payout/owners/cashout-owner';
import type { PayoutOwner } from '../../payout/owners/owner';
import { askPayout, readPayout } from '../../payout/owners/owners';
import { withdrawalOwner } from '../../payout/owners/withdrawal-owner';
import { holdCashin } from '../../trouble/hold';
import { forOperator } from './for-operator';
import type { Holder } from './open-payments';

/** An ended payout needs no hold: a loss cannot pay it twice. */
const holdPayoutOf =
  (owner: PayoutOwner): Holder['hold'] =>
  (deps) =>
  async (id, lostSince, context) => {
    const command = { type: 'HoldPayout', lostSince, now: deps.clock.iso() } as const;
    try {
      return (await askPayout(deps, streamNameOf(owner, id), { context, command })).length > 0;
    } catch (error) {
      if (isRejection(error) && error.rejection.code === 'WRONG_STATE') return false;
      throw error;
    }
  };

const forOperatorOf =
  (owner: PayoutOwner): Holder['forOperator'] =>
  async (eventStore, id) => {
    const owed = await readPayout(eventStore, streamNameOf(owner, id));
    return owed === null ? null : forOperator(owed.payout);
  };

/** A return may be resolved or paid again, and a due refunded, in the lost time. */
const WAITING = ['PayoutReturned', 'ReturnResolved', 'RefundDue'] as const;

export const HOLDERS: readonly Holder[] = [
  {
    ...{ category: 'cashout', hold: holdPayoutOf(cashoutOwner), forOperator: forOperatorOf(cashoutOwner) },
    ...{ opens: ['CashoutIntentCreated'], ends: ['CashoutExpired', 'CashoutFailed', 'CashoutCompleted'] },
    outlasts: WAITING,
  },
  {
    ...{ category: 'withdrawal', hold: holdPayoutOf(withdrawalOwner), forOperator: forOperatorOf(withdrawalOwner) },
    ...{ opens: ['WithdrawalRequested'], ends: ['WithdrawalFailed', 'WithdrawalCompleted'] },
    outlasts: WAITING,
  },
  {
    ...{ category: 'cashin', hold: holdCashin, forOperator: async () => null },
    ...{ opens: ['CashinIntentCreated'], ends: ['CashinExpired', 'CashinFailed', 'CashinCompleted'] },
    outlasts: ['ChargeRefundDue'],
  },
];
