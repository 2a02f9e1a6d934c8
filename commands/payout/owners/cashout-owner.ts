import { cashout } from '../../../aggregates/cashout/cashout';
import { payoutOwner } from './owner';

/** A cash-out owes its payout from the accepted deposit on. */
export const cashoutOwner = payoutOwner(cashout, (state) => {
  if (!('payout' in state)) return null;
  const { partnerId, mode, userId, payout: terms } = state.facts;
  return { partnerId, mode, userId, terms, fundedBy: state.deposit.depositId, payout: state.payout };
});
