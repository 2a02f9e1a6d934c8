import { type ListStatement, listStatement } from './list-query';
import type { Mode } from './mode';
import type { UserReader, UserScope } from './reader';
import type { Table, Value } from './table';

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

export const findWithdrawal = async (
  { query, ...scope }: UserReader,
  withdrawId: string,
): Promise<WithdrawalRow | null> => {
  const rows = await query<WithdrawalRow>(
    'SELECT * FROM lastro.withdrawals WHERE withdraw_id = $1 AND partner_id = $2 AND mode = $3 AND user_id = $4',
    [withdrawId, scope.partnerId, scope.mode, scope.userId],
  );
  return rows[0] ?? null;
};

export interface WithdrawalPage {
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listWithdrawals = async (
  reader: UserReader,
  page: WithdrawalPage,
): Promise<readonly WithdrawalRow[] | null> => {
  const after = page.cursor === undefined ? null : await findWithdrawal(reader, page.cursor);
  if (page.cursor !== undefined && after === null) return null;
  const { text, values } = withdrawalsPage(reader, page, after);
  return reader.query<WithdrawalRow>(text, values);
};

export const withdrawalsPage = (
  { partnerId, mode, userId }: UserScope,
  { limit }: WithdrawalPage,
  after: Pick<WithdrawalRow, 'created_at' | 'withdraw_id'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.withdrawals',
    where: [
      ['partner_id = ? AND mode = ? AND user_id = ?', partnerId, mode, userId],
      after && ['(created_at, withdraw_id) < (?::timestamptz, ?::text)', after.created_at, after.withdraw_id],
    ],
    ending: ['ORDER BY created_at DESC, withdraw_id DESC LIMIT ?', limit + 1],
  });
