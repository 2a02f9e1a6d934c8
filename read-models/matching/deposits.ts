import type { SeenMovement } from '../../aggregates/chain';
import { type ListStatement, listStatement } from '../list-query';
import type { Query, Table } from '../table';

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
  /** Null until the chain reports it. */
  readonly block_time: string | null;
  readonly status:
    | 'OBSERVED'
    | 'FINALISED'
    | 'REVERTED'
    | 'CLAIMED'
    | 'MATCHED'
    | 'UNMATCHED'
    | 'WRITTEN_OFF'
    | 'REFUNDED';
  readonly intent_id: string | null;
  readonly reason: string | null;
  /** Likeliest first. */
  readonly candidates: readonly { readonly intentId: string; readonly reason: string }[];
  readonly in_time: boolean | null;
  readonly updated_at: string;
};

/** Reason of a deposit whose stream was lost: no decision on it is possible. */
export const STREAM_CLOSED = 'STREAM_CLOSED';

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

export interface OpenDeposits {
  readonly network: string;
  readonly upToBlock: string;
  /** Ids to exclude. */
  readonly resting: readonly string[];
  /** Ids to list last. */
  readonly rested: readonly string[];
  readonly limit: number;
}

/** Seen but not final: deposits with a memo first, then by block, oldest first. */
export const listOpenDeposits = async (
  query: Query,
  { network, upToBlock, resting, rested, limit }: OpenDeposits,
): Promise<readonly DepositRow[]> =>
  query<DepositRow>(
    `SELECT * FROM lastro.deposits WHERE network = $1 AND status = 'OBSERVED' AND block_number <= $2::numeric
        AND deposit_id <> ALL ($3::text[])
      ORDER BY deposit_id = ANY ($4::text[]), memos = '[]'::jsonb, block_number, deposit_id LIMIT $5`,
    [network, upToBlock, resting, rested, limit],
  );

export type FinalDepositRow = DepositRow & {
  readonly status: 'FINALISED' | 'CLAIMED' | 'MATCHED' | 'UNMATCHED';
  /** Cents that were sent, or may have been sent, to the payee of its intent. */
  readonly paid_cents: string;
};

export interface FinalDeposits {
  readonly network: string;
  readonly fromBlock: string;
  readonly afterId: string;
  readonly limit: number;
}

/** A page by id, from block `fromBlock` on, without deposits that accept no more decisions. */
export const listFinalDeposits = async (
  query: Query,
  { network, fromBlock, afterId, limit }: FinalDeposits,
): Promise<readonly FinalDepositRow[]> =>
  query<FinalDepositRow>(
    `SELECT d.*, (SELECT coalesce(sum(p.amount_cents), 0) FROM lastro.payouts p WHERE p.stream = 'cashout-' || d.intent_id
                    AND p.status IN ('DISPATCHED', 'UNKNOWN', 'SETTLED', 'RETURNED'))::text AS paid_cents
       FROM lastro.deposits d WHERE d.network = $1 AND d.status IN ('FINALISED', 'CLAIMED', 'MATCHED', 'UNMATCHED')
        AND d.reason IS DISTINCT FROM '${STREAM_CLOSED}'
        AND d.block_number >= $2::numeric AND d.deposit_id > $3 ORDER BY d.deposit_id LIMIT $4`,
    [network, fromBlock, afterId, limit],
  );

/** A page, newest first, after `last`. */
export const listUnmatchedDeposits = async (
  query: Query,
  limit: number,
  last?: Pick<DepositRow, 'updated_at' | 'deposit_id'>,
): Promise<readonly DepositRow[]> => {
  const { text, values } = unmatchedDepositsPage(limit, last ?? null);
  return query<DepositRow>(text, values);
};

export const unmatchedDepositsPage = (
  limit: number,
  last: Pick<DepositRow, 'updated_at' | 'deposit_id'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.deposits',
    where: [
      ["status = 'UNMATCHED'"],
      last && ['(updated_at, deposit_id) < (?::timestamptz, ?::text)', last.updated_at, last.deposit_id],
    ],
    ending: ['ORDER BY updated_at DESC, deposit_id DESC LIMIT ?', limit],
  });

export interface CoinOfReceiver {
  readonly network: string;
  readonly receiver: string;
  /** Block numbers; `after` is excluded. */
  readonly after: string;
  readonly upTo: string;
  /** The unsupported kind of movement that counts as coin, and whose last block is answered too. */
  readonly unsupported: string;
}

/** Coin that arrived at a receiver in some blocks, and the last block with a movement of that unsupported kind. */
export const sumCoin = async (
  query: Query,
  { network, receiver, after, upTo, unsupported }: CoinOfReceiver,
): Promise<{ readonly base_units: string; readonly last_block: string | null }> => {
  const [row] = await query<{ base_units: string; last_block: string | null }>(
    `SELECT coalesce(sum(amount_base_units), 0)::text AS base_units,
        (max(block_number) FILTER (WHERE unsupported = $5))::text AS last_block
       FROM lastro.deposits WHERE network = $1 AND receiver = $2 AND contract IS NULL AND status <> 'REVERTED'
        AND block_number > $3::numeric AND block_number <= $4::numeric`,
    [network, receiver, after, upTo, unsupported],
  );
  return row ?? { base_units: '0', last_block: null };
};

export const findDeposit = async (query: Query, depositId: string): Promise<DepositRow | null> => {
  const [row] = await query<DepositRow>('SELECT * FROM lastro.deposits WHERE deposit_id = $1', [depositId]);
  return row ?? null;
};

/** Matched to the intent or considered for it; oldest first, at most 100. */
export const listDepositsConsidered = async (query: Query, intentId: string): Promise<readonly DepositRow[]> =>
  query<DepositRow>(
    `SELECT * FROM lastro.deposits
      WHERE intent_id = $1 OR candidates @> jsonb_build_array(jsonb_build_object('intentId', $1::text))
      ORDER BY block_number, deposit_id LIMIT 100`,
    [intentId],
  );
