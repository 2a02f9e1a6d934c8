import { payoutIn } from '../../../aggregates/withdrawal/payout-phase';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { payoutOwner } from './owner';

export const withdrawalOwner = payoutOwner(withdrawal, (state) => {
  if (!('payout' in state)) return null;
  const { partnerId, mode, userId, payout: terms, scenario } = state.facts;
  const { doubts } = state;
  return {
    ...{ partnerId, mode, userId, terms, fundedBy: state.debit.debitId, payout: payoutIn(state) },
    ...(doubts === undefined ? {} : { doubts }),
    ...(scenario === undefined ? {} : { scenario }),
  };
});
