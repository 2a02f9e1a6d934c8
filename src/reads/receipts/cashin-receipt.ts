import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { KnownCashin, Pix } from '../../../aggregates/cashin/state';
import { fold } from '../../../aggregates/decider';
import type { Recorded } from '../../../aggregates/events';
import type { Receipt, ReceiptFamily } from './receipt';

/** Receipt of the PIX that paid for the delivery, else of the refunded PIX; null while there is neither. */
const receiptIn = (history: readonly Recorded[]): Receipt | null => {
  const state = fold(cashin, history as unknown as readonly CashinEvent[]);
  if (state.status === 'NONE') return null;
  const shown = shownIn(state);
  const [first] = shown;
  const paid = history.find((event) => event.type === 'PixReceived' && event.data.endToEndId === first?.endToEndId);
  if (first === undefined || paid?.type !== 'PixReceived') return null;
  const { intentId, userId, mode, destination, network } = state.facts;
  const txid = state.status === 'COMPLETED' && state.delivery.phase === 'CONFIRMED' ? state.delivery.txId : null;
  return {
    paymentId: intentId,
    ...{ userId, mode, payoutKind: 'PIX_BRCODE', payeeMasked: destination },
    paidCents: sumOf(shown, ({ amountCents }) => amountCents),
    returnedCents: sumOf(shown, ({ refund }) => (refund?.phase === 'DONE' ? refund.doneCents : 0n)),
    endToEndId: first.endToEndId,
    paidAt: paid.data.paidAt,
    transfer: txid === null ? null : { network, txid },
  };
};

const shownIn = ({ status, received, accepted }: KnownCashin): readonly Pix[] =>
  received.filter(({ endToEndId, refund }) =>
    status === 'COMPLETED' ? endToEndId === accepted : refund?.phase === 'DONE',
  );

const sumOf = (payments: readonly Pix[], centsOf: (pix: Pix) => bigint): bigint =>
  payments.reduce((sum, pix) => sum + centsOf(pix), 0n);

export const cashinReceipt: ReceiptFamily = { category: 'cashin', receiptIn };
