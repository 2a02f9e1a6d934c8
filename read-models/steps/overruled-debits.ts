import type { Table } from '../table';

export type OverruledDebitRow = {
  readonly withdraw_id: string;
  readonly decided_at: string;
  readonly cause_event_id: string;
};

/** Each withdrawal whose debit operators have decided instead of its redemption, with its last decision. */
export const overruledDebits: Table<OverruledDebitRow> = {
  name: 'overruled_debits',
  key: 'withdraw_id',
  columns: { withdraw_id: 'text', decided_at: 'timestamptz', cause_event_id: 'text' },
};
