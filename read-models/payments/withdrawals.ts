import type { Mode } from '../mode';
import type { UserReader } from '../reader';
import type { Table, Value } from '../table';
import { findOfUser, listOfUser, type UserList, type UserPage } from './user-list';

export type WithdrawalStatus = 'PROCESSING' | 'COMPLETED' | 'FAILED';

export type WithdrawalRow = {
  readonly withdraw_id: string;
  readonly user_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly status: WithdrawalStatus;
  readonly network: string;
  readonly asset_id: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly wallet: string;
  readonly amount_base_units: string;
  readonly gross_cents: string;
  readonly fee_cents: string;
  readonly net_cents: string;
  readonly payout_kind: string;
  readonly destination_masked: string;
  /** {txHash, blockTime}; null until it is final. */
  readonly debit: { readonly [name: string]: Value } | null;
  /** {event, at}, oldest first */
  readonly timeline: readonly { readonly [name: string]: Value }[];
  /** {amountBaseUnits, to, reason, dueAt} */
  readonly refund: { readonly [name: string]: Value } | null;
  readonly attempts: number;
  readonly reason_code: string | null;
  readonly provider_id: string | null;
  readonly end_to_end_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
  readonly revision: number;
  readonly reference: string | null;
  /** {txHash, amountBaseUnits, to, transferredAt, recordedAt} of each refund, the first one first; null: none. */
  readonly refunded: readonly { readonly [name: string]: Value }[] | null;
};

export const withdrawals: Table<WithdrawalRow> = {
  name: 'withdrawals',
  key: 'withdraw_id',
  columns: {
    withdraw_id: 'text',
    user_id: 'text',
    partner_id: 'text',
    mode: 'text',
    status: 'text',
    network: 'text',
    asset_id: 'integer',
    symbol: 'text',
    decimals: 'integer',
    wallet: 'text',
    amount_base_units: 'numeric',
    gross_cents: 'numeric',
    fee_cents: 'numeric',
    net_cents: 'numeric',
    payout_kind: 'text',
    destination_masked: 'text',
    debit: 'jsonb',
    timeline: 'jsonb',
    refund: 'jsonb',
    attempts: 'integer',
    reason_code: 'text',
    provider_id: 'text',
    end_to_end_id: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    completed_at: 'timestamptz',
    revision: 'integer',
    reference: 'text',
    refunded: 'jsonb',
  },
};

export const findWithdrawal = (reader: UserReader, withdrawId: string): Promise<WithdrawalRow | null> =>
  findOfUser(withdrawals, reader, withdrawId);

const list: UserList<WithdrawalRow, UserPage> = { table: withdrawals, filtersOf: () => [] };

export const listWithdrawals = (reader: UserReader, page: UserPage): Promise<readonly WithdrawalRow[] | null> =>
  listOfUser(list, reader, page);
