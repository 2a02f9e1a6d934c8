import type { SeenMovement } from '../aggregates/chain';
import type { Query, Table } from './table';

export type DepositRow = {
  readonly deposit_id: string;
  readonly network: string;
  readonly txid: string;
  readonly position: string;
  readonly asset_id: number | null;
  readonly contract: string | null;
  readonly amount_base_units: string;
  readonly sender: string;
  readonly receiver: string;
  readonly memos: readonly string[];
  readonly movements: number;
  readonly unsupported: string | null;
  readonly block_number: string;
  readonly block_hash: string;
  /** Null while the chain does not tell it. */
  readonly block_time: string | null;
  readonly status: 'OBSERVED' | 'FINALISED' | 'REVERTED' | 'CLAIMED' | 'MATCHED' | 'UNMATCHED';
  readonly intent_id: string | null;
  /** Why it is unmatched. */
  readonly reason: string | null;
  /** Likeliest first. */
  readonly candidates: readonly { readonly intentId: string; readonly reason: string }[];
  readonly in_time: boolean | null;
  readonly updated_at: string;
};

/** The inbox: every deposit with its state; the unmatched ones with reason and candidates. */
export const deposits: Table<DepositRow> = {
  name: 'deposits',
  key: 'deposit_id',
  columns: {
    deposit_id: 'text',
    network: 'text',
    txid: 'text',
    position: 'text',
    asset_id: 'integer',
    contract: 'text',
    amount_base_units: 'numeric',
    sender: 'text',
    receiver: 'text',
    memos: 'jsonb',
    movements: 'integer',
    unsupported: 'text',
    block_number: 'numeric',
    block_hash: 'text',
    block_time: 'timestamptz',
    status: 'text',
    intent_id: 'text',
    reason: 'text',
    candidates: 'jsonb',
    in_time: 'boolean',
    updated_at: 'timestamptz',
  },
};

/** What the chain said, as the chain's reader wants it back. */
export const movementOf = (row: DepositRow): SeenMovement => ({
  network: row.network,
  txid: row.txid,
  position: row.position,
  assetId: row.asset_id,
  contract: row.contract,
  amountBaseUnits: row.amount_base_units,
  sender: row.sender,
  receiver: row.receiver,
  memos: row.memos,
  movements: row.movements,
  unsupported: row.unsupported,
  blockNumber: row.block_number,
  blockHash: row.block_hash,
  blockTime: row.block_time,
});

/** Deposits of a network that are seen but not final yet, oldest block first, at most 500. */
export const listOpenDeposits = async (
  query: Query,
  network: string,
  upToBlock: string,
): Promise<readonly DepositRow[]> =>
  query<DepositRow>(
    `SELECT * FROM lastro.deposits WHERE network = $1 AND status = 'OBSERVED' AND block_number <= $2::numeric
      ORDER BY block_number, deposit_id LIMIT 500`,
    [network, upToBlock],
  );

/** One page of the unmatched deposits, newest first, of those that come after `last`. */
export const listUnmatchedDeposits = async (
  query: Query,
  limit: number,
  last?: Pick<DepositRow, 'updated_at' | 'deposit_id'>,
): Promise<readonly DepositRow[]> =>
  query<DepositRow>(
    `SELECT * FROM lastro.deposits WHERE status = 'UNMATCHED'
        AND ($2::timestamptz IS NULL OR updated_at < $2 OR (updated_at = $2 AND deposit_id > $3))
      ORDER BY updated_at DESC, deposit_id LIMIT $1`,
    [limit, last?.updated_at ?? null, last?.deposit_id ?? null],
  );

/** The deposits that were matched to the intent or considered for it, oldest first, at most 100. */
export const listDepositsConsidered = async (query: Query, intentId: string): Promise<readonly DepositRow[]> =>
  query<DepositRow>(
    `SELECT * FROM lastro.deposits
      WHERE intent_id = $1 OR candidates @> jsonb_build_array(jsonb_build_object('intentId', $1::text))
      ORDER BY block_number, deposit_id LIMIT 100`,
    [intentId],
  );
