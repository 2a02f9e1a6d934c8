import type { Table } from '../table';

export type ReconciliationHoldRow = {
  /** `<memo hash> <deposit id>`. */
  readonly hold_id: string;
  readonly memo_hash: string;
  readonly intent_id: string;
  readonly deposit_id: string;
  readonly since: string;
};

export const holdIdOf = (memoHash: string, depositId: string): string => `${memoHash} ${depositId}`;

/** Deposits that are seen but not judged; each holds back the expiry of the intent that it would pay. */
export const reconciliationHolds: Table<ReconciliationHoldRow> = {
  name: 'reconciliation_holds',
  key: 'hold_id',
  columns: {
    hold_id: 'text',
    memo_hash: 'text',
    intent_id: 'text',
    deposit_id: 'text',
    since: 'timestamptz',
  },
};
