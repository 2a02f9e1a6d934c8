import type { Mode } from '../mode';
import type { Query, Table } from '../table';

export type ReconciliationIntentRow = {
  /** Hex SHA-256 of the memo: on Stellar the transaction carries only this. */
  readonly memo_hash: string;
  readonly intent_id: string;
  readonly memo: string;
  readonly partner_id: string;
  /** Null in older rows; a rebuild fills it. */
  readonly mode: Mode | null;
  readonly network: string;
  readonly asset_id: number;
  readonly amount_base_units: string;
  readonly receiver: string;
  readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED' | 'CLOSED';
  readonly created_at: string;
  readonly expires_at: string;
  readonly tolerance_seconds: number;
  readonly hold_count: number;
  /** When operators were notified that expiry is delayed beyond the ceiling. */
  readonly held_at: string | null;
  /** The proposed deposit while it is undecided. */
  readonly proposed_deposit: string | null;
};

/** Every memo ever issued; rows are never removed. */
export const reconciliationIntents: Table<ReconciliationIntentRow> = {
  name: 'reconciliation_intents',
  key: 'memo_hash',
  columns: {
    memo_hash: 'text',
    intent_id: 'text',
    memo: 'text',
    partner_id: 'text',
    mode: 'text',
    network: 'text',
    asset_id: 'integer',
    amount_base_units: 'numeric',
    receiver: 'text',
    status: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    tolerance_seconds: 'integer',
    hold_count: 'integer',
    held_at: 'timestamptz',
    proposed_deposit: 'text',
  },
};

export const payableOf = (row: ReconciliationIntentRow) => ({
  intentId: row.intent_id,
  memo: row.memo,
  mode: row.mode,
  network: row.network,
  receiver: row.receiver,
  assetId: row.asset_id,
  amountBaseUnits: row.amount_base_units,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  blockTimeToleranceSeconds: row.tolerance_seconds,
  status: row.status,
});

/** True when a PENDING intent's deadline lies in (`after`, `time`), so that a watermark at `time` matters. */
export const hasDeadlineBetween = async (
  query: Query,
  network: string,
  after: string,
  time: string,
): Promise<boolean> => {
  const rows = await query(
    `SELECT 1 FROM lastro.reconciliation_intents
      WHERE network = $1 AND status = 'PENDING' AND expires_at < $3::timestamptz
        AND expires_at + make_interval(secs => tolerance_seconds) >= $2::timestamptz
        AND expires_at + make_interval(secs => tolerance_seconds) < $3::timestamptz LIMIT 1`,
    [network, after, time],
  );
  return rows.length > 0;
};

/** The beginning of time when there is no watermark. */
export const lastWatermark = async (query: Query, network: string): Promise<string> => {
  const rows = await query<{ readonly time: string }>('SELECT time FROM lastro.network_watermarks WHERE network = $1', [
    network,
  ]);
  return rows[0]?.time ?? '1970-01-01T00:00:00.000Z';
};

export interface OpenReceiver {
  readonly network: string;
  readonly receiver: string;
  readonly intents: number;
}

export const listOpenReceivers = (query: Query): Promise<readonly OpenReceiver[]> =>
  query<OpenReceiver>(
    `SELECT network, receiver, count(*)::integer AS intents FROM lastro.reconciliation_intents
      WHERE status = 'PENDING' GROUP BY network, receiver ORDER BY network, receiver`,
    [],
  );
