import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import { fold } from '../../../aggregates/decider';
import type { Recorded } from '../../../aggregates/events';
import { lastSettled } from './last-settled';
import type { Receipt, ReceiptFamily } from './receipt';

const receiptIn = (history: readonly Recorded[]): Receipt | null => {
  const state = fold(cashout, history as unknown as readonly CashoutEvent[]);
  const settled = lastSettled(history);
  const accepted = history.find((event) => event.type === 'DepositAccepted')?.data;
  if (state.status !== 'COMPLETED' || settled === null || accepted === undefined) return null;
  const { intentId, payout: terms } = state.facts;
  return {
    paymentId: intentId,
    userId: state.facts.userId,
    mode: state.facts.mode,
    payoutKind: terms.kind,
    paidCents: state.payout.paidCents,
    returnedCents: state.payout.returnedCents,
    payeeMasked: terms.destinationMasked,
    endToEndId: settled.endToEndId,
    paidAt: settled.settledAt,
    transfer: { network: accepted.network, txid: accepted.txid },
  };
};

export const cashoutReceipt: ReceiptFamily = { category: 'cashout', receiptIn };
