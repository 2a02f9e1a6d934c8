import type { Query, Table } from './table';

export type FinalDebitRow = {
  /** Of the withdrawal or the cash-in that believes it. */
  readonly stream: string;
  readonly network: string;
  /** Null: not told. */
  readonly block_number: string | null;
};

/** What left wallets of users and treasuries of ours, and was recorded as final. */
export const finalDebits: Table<FinalDebitRow> = {
  name: 'final_debits',
  key: 'stream',
  columns: { stream: 'text', network: 'text', block_number: 'numeric' },
};

export interface FinalDebitsPage {
  readonly network: string;
  readonly fromBlock: string;
  readonly afterStream: string;
  readonly limit: number;
}

/** One page by stream, from block `fromBlock` on, and what is in a block that was not told. */
export const listFinalDebits = async (
  query: Query,
  { network, fromBlock, afterStream, limit }: FinalDebitsPage,
): Promise<readonly string[]> => {
  const rows = await query<Pick<FinalDebitRow, 'stream'>>(
    `SELECT stream FROM lastro.final_debits
      WHERE network = $1 AND (block_number IS NULL OR block_number >= $2::numeric) AND stream > $3 COLLATE "C"
      ORDER BY stream COLLATE "C" LIMIT $4`,
    [network, fromBlock, afterStream, limit],
  );
  return rows.map(({ stream }) => stream);
};
