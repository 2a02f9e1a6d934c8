import { fold } from '../../../aggregates/decider';
import type { Recorded } from '../../../aggregates/events';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { lastSettled } from './last-settled';
import type { Receipt, ReceiptFamily } from './receipt';

const receiptIn = (history: readonly Recorded[]): Receipt | null => {
  const state = fold(withdrawal, history as unknown as readonly WithdrawalEvent[]);
  const settled = lastSettled(history);
  if (state.status !== 'COMPLETED' || settled === null) return null;
  const { withdrawId, userId, mode, payout: terms } = state.facts;
  return {
    paymentId: withdrawId,
    ...{ userId, mode, payoutKind: terms.kind, payeeMasked: terms.destinationMasked },
    paidCents: state.payout.paidCents,
    returnedCents: state.payout.returnedCents,
    endToEndId: settled.endToEndId,
    paidAt: settled.settledAt,
    transfer: { network: state.debit.network, txid: state.debit.txid },
  };
};

export const withdrawalReceipt: ReceiptFamily = { category: 'withdrawal', receiptIn };
