import { findTogether } from '../../commands/timing/find-together';
import { listCashinsDeliveredBy } from '../../read-models/operators/cashins-delivered-by';
import { listPaymentsPaidBy } from '../../read-models/operators/payments-paid-by';
import { listSentByUs } from '../../read-models/operators/sent-by-us';
import type { Query } from '../../read-models/table';

/** Other payments of a transfer or a transaction, checked before it may end a payment. */
export const usedElsewhere = (query: Query) => ({
  paymentsPaidBy: (endToEndId: string): Promise<readonly string[]> => listPaymentsPaidBy(query, endToEndId),
  cashinsDeliveredBy: (network: string, txid: string): Promise<readonly string[]> =>
    listCashinsDeliveredBy(query, network, txid),
});

/** Asks about the transactions of one network together. */
export const sentByUs = (query: Query, network: string): ((txid: string) => Promise<boolean>) => {
  const find = findTogether<string, true>(async (txids) => {
    const sent = await listSentByUs(query, network, txids);
    return new Map(sent.map((txid) => [txid, true]));
  });
  return async (txid) => (await find(txid)) === true;
};
