import { cashout } from '../../../aggregates/cashout/cashout';
import { payoutIn } from '../../../aggregates/cashout/payout-phase';
import { payoutOwner } from './owner';

export const cashoutOwner = payoutOwner(cashout, (state) => {
  if (!('payout' in state)) return null;
  const { partnerId, mode, userId, payout: terms, scenario } = state.facts;
  return {
    ...{ partnerId, mode, userId, terms, fundedBy: state.deposit.depositId, payout: payoutIn(state) },
    ...(scenario === undefined ? {} : { scenario }),
  };
});
