import type { Query } from '../../table';

// Across partners: never for the partners' surface.

export interface RefundDueRow {
  readonly stream: string;
  readonly asset_id: number;
  /** Without the amount that was already refunded. */
  readonly owed_base_units: string;
  readonly reason: string;
  readonly since: string;
}

const OWED = `(refund->>'amountBaseUnits')::numeric - (SELECT coalesce(sum((given->>'amountBaseUnits')::numeric), 0)
    FROM jsonb_array_elements(coalesce(refunded, '[]')) given)`;

const dueIn = (table: string, category: string, id: string): string =>
  `SELECT '${category}-' || ${id} AS stream, asset_id, (${OWED})::text AS owed_base_units,
      coalesce(refund->>'reason', '') AS reason, (refund->>'dueAt') AS since
    FROM lastro.${table} WHERE refund IS NOT NULL AND ${OWED} > 0`;

/** Payments that owe crypto back, the oldest first. */
export const listRefundsDue = (query: Query, limit: number): Promise<readonly RefundDueRow[]> =>
  query<RefundDueRow>(
    `${dueIn('cashout_intents', 'cashout', 'intent_id')} UNION ALL ${dueIn('withdrawals', 'withdrawal', 'withdraw_id')}
      ORDER BY since, stream LIMIT $1`,
    [limit],
  );
