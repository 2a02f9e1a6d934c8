import type { Mode } from '../mode';
import type { UserReader } from '../reader';
import type { Table } from '../table';

export type ReceiptRow = {
  readonly intent_id: string;
  readonly user_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly network: string;
  /** Transaction of the deposit: hex in lower case, base58 unchanged. */
  readonly tx_hash: string;
  readonly payout_kind: string;
  readonly destination_masked: string;
  readonly amount_cents: string;
  readonly end_to_end_id: string | null;
  readonly receipt_url: string | null;
  readonly paid_at: string;
};

export const receipts: Table<ReceiptRow> = {
  name: 'receipts',
  key: 'intent_id',
  columns: {
    intent_id: 'text',
    user_id: 'text',
    partner_id: 'text',
    mode: 'text',
    network: 'text',
    tx_hash: 'text',
    payout_kind: 'text',
    destination_masked: 'text',
    amount_cents: 'numeric',
    end_to_end_id: 'text',
    receipt_url: 'text',
    paid_at: 'timestamptz',
  },
};

const MOVEMENTS = 50;

/** Receipts of withdrawals, whose payment is the debit. */
const OF_WITHDRAWALS = `SELECT withdraw_id AS intent_id, user_id, partner_id, mode, network, debit ->> 'txHash' AS tx_hash,
    payout_kind, destination_masked, net_cents AS amount_cents, end_to_end_id, NULL AS receipt_url, completed_at AS paid_at
  FROM lastro.withdrawals
  WHERE status = 'COMPLETED'
    AND partner_id = $1 AND mode = $2 AND user_id = $3 AND network = $4 AND debit ->> 'txHash' = $5`;

/** Oldest first. Several deposits may share one transaction. */
export const listReceipts = (
  { query, ...scope }: UserReader,
  network: string,
  txHash: string,
): Promise<readonly ReceiptRow[]> =>
  query<ReceiptRow>(
    `SELECT * FROM lastro.receipts
      WHERE partner_id = $1 AND mode = $2 AND user_id = $3 AND network = $4 AND tx_hash = $5
      UNION ALL ${OF_WITHDRAWALS}
      ORDER BY paid_at, intent_id LIMIT $6`,
    [scope.partnerId, scope.mode, scope.userId, network, txHash, MOVEMENTS],
  );
