import type { Query, Table } from '../table';

export type FinalDebitRow = {
  /** Of the withdrawal or the cash-in that believes it. */
  readonly stream: string;
  readonly network: string;
  /** Null: not told. */
  readonly block_number: string | null;
  readonly confirmed_at: string;
};

/** What left wallets of users and treasuries of ours, and was recorded as final. */
export const finalDebits: Table<FinalDebitRow> = {
  name: 'final_debits',
  key: 'stream',
  columns: { stream: 'text', network: 'text', block_number: 'numeric', confirmed_at: 'timestamptz' },
};

export interface FinalDebitsPage {
  readonly network: string;
  readonly fromBlock: string;
  /** For what is in a block that was not told. */
  readonly untoldSince: string;
  readonly afterStream: string;
  readonly limit: number;
}

/** One page by stream, from block `fromBlock` on, and what was confirmed lately in a block that was not told. */
export const listFinalDebits = async (
  query: Query,
  { network, fromBlock, untoldSince, afterStream, limit }: FinalDebitsPage,
): Promise<readonly string[]> => {
  const rows = await query<Pick<FinalDebitRow, 'stream'>>(
    // Few are so high, while a walk by stream would read everything that ever left.
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
