import { listCashinsDeliveredBy } from '../../read-models/operators/cashins-delivered-by';
import { listPaymentsPaidBy } from '../../read-models/operators/payments-paid-by';
import type { Query } from '../../read-models/table';

/** What else a transfer or a transaction has done, asked before it may end a payment. */
export const usedElsewhere = (query: Query) => ({
  paymentsPaidBy: (endToEndId: string): Promise<readonly string[]> => listPaymentsPaidBy(query, endToEndId),
  cashinsDeliveredBy: (network: string, txid: string): Promise<readonly string[]> =>
    listCashinsDeliveredBy(query, network, txid),
});
