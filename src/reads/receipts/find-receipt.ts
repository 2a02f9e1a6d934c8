import { fold } from '../../../aggregates/decider';
import type { Recorded } from '../../../aggregates/events';
import { isClosedStream } from '../../../aggregates/stream-fault';
import { user } from '../../../aggregates/user/user';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { historyOf, stateOf } from '../../../commands/handling/reading/read-stream';
import type { EventStore } from '../../../commands/ports/event-store';
import { cashinReceipt } from './cashin-receipt';
import { cashoutReceipt } from './cashout-receipt';
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

const withdrawalReceipt: ReceiptFamily = { category: 'withdrawal', receiptIn };

/** A new kind of payment needs a file beside these and a line here. */
const FAMILIES: readonly ReceiptFamily[] = [cashoutReceipt, cashinReceipt, withdrawalReceipt];

/** From the streams, so that erased or returned money shows immediately. Null without a receipt, and after erasure. */
export const findReceipt =
  (eventStore: Pick<EventStore, 'readStream'>) =>
  async (paymentId: string): Promise<Receipt | null> => {
    for (const { category, receiptIn } of FAMILIES) {
      const found = receiptIn(await historyOf(eventStore, { category }, paymentId).catch(unlessClosed));
      if (found !== null) return (await isErased(eventStore, found.userId)) ? null : found;
    }
    return null;
  };

const isErased = async (eventStore: Pick<EventStore, 'readStream'>, userId: string): Promise<boolean> =>
  (await stateOf(eventStore, user, userId)).status === 'ERASED';

const unlessClosed = (error: unknown): readonly Recorded[] => {
  if (isClosedStream(error)) return [];
  throw error;
};
