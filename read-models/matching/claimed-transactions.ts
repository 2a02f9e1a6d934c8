import type { Table } from '../table';

export type ClaimedTransactionRow = {
  /** The network and its transaction. */
  readonly transaction_id: string;
  readonly withdraw_id: string;
};

export const transactionIdOf = (network: string, txid: string): string => `${network} ${txid}`;

/** Our transactions that take pegged units from wallets: never a deposit, with any receiver. */
export const claimedTransactions: Table<ClaimedTransactionRow> = {
  name: 'claimed_transactions',
  key: 'transaction_id',
  columns: { transaction_id: 'text', withdraw_id: 'text' },
};
