import type { Table } from '../table';

export type ReconciliationHoldRow = {
  /** `<memo hash> <deposit id>`. */
  readonly hold_id: string;
  readonly memo_hash: string;
  readonly intent_id: string;
  readonly deposit_id: string;
  readonly since: string;
  /** Null: until the deposit is judged. */
  readonly until: string | null;
};

export const holdIdOf = (memoHash: string, depositId: string): string => `${memoHash} ${depositId}`;

/** The id of a proposed assignment's hold. An intent is held so once. */
export const assignmentHoldIdOf = (memoHash: string): string => `${memoHash} assignment`;

/** Deposits that are not judged yet, and proposed assignments; each delays the expiry of its intent. */
export const reconciliationHolds: Table<ReconciliationHoldRow> = {
  name: 'reconciliation_holds',
  key: 'hold_id',
  columns: {
    hold_id: 'text',
    memo_hash: 'text',
    intent_id: 'text',
    deposit_id: 'text',
    since: 'timestamptz',
    until: 'timestamptz',
  },
};
