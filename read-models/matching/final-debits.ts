import type { Query, Table } from '../table';

export type FinalDebitRow = {
  /** Stream of the withdrawal or the cash-in that believes the movement. */
  readonly stream: string;
  readonly network: string;
  /** Null: not reported. */
  readonly block_number: string | null;
  readonly confirmed_at: string;
};

/** Movements out of users' wallets and our treasuries, recorded as final. */
export const finalDebits: Table<FinalDebitRow> = {
  name: 'final_debits',
  key: 'stream',
  columns: { stream: 'text', network: 'text', block_number: 'numeric', confirmed_at: 'timestamptz' },
};

export interface FinalDebitsPage {
  readonly network: string;
  readonly fromBlock: string;
  /** Earliest confirmation of movements without a known block. */
  readonly untoldSince: string;
  readonly afterStream: string;
  readonly limit: number;
}

/** A page by stream: movements from block `fromBlock` on, and recently confirmed ones without a known block. */
export const listFinalDebits = async (
  query: Query,
  { network, fromBlock, untoldSince, afterStream, limit }: FinalDebitsPage,
): Promise<readonly string[]> => {
  const rows = await query<Pick<FinalDebitRow, 'stream'>>(
    // Few movements are so high; a read by stream would read all movements.
    `WITH candidates AS MATERIALIZED (
      SELECT stream FROM lastro.final_debits WHERE network = $1 AND block_number >= $2::numeric
      UNION ALL
      SELECT stream FROM lastro.final_debits
        WHERE network = $1 AND block_number IS NULL AND confirmed_at >= $3::timestamptz
    )
    SELECT stream FROM candidates WHERE stream > $4 COLLATE "C" ORDER BY stream COLLATE "C" LIMIT $5`,
    [network, fromBlock, untoldSince, afterStream, limit],
  );
  return rows.map(({ stream }) => stream);
};
