import type { Pool } from 'pg';
import type { WatchCursor } from '../../commands/watch-network';

interface CursorRow {
  readonly block_number: string;
  readonly block_hash: string;
  readonly final_number: string;
}

/**
 * How far a network has been scanned. Losing it costs a scan from a margin before the last watermark on, and no
 * deposit that a reorganisation moved within that margin; before a network's first watermark it costs every deposit
 * that had not been scanned and is in a block before the newest final one of the next look.
 */
export const watchCursors = (pool: Pool, network: string) => ({
  read: async (): Promise<WatchCursor | null> => {
    const { rows } = await pool.query<CursorRow>('SELECT * FROM lastro.watch_cursors WHERE network = $1', [network]);
    const [row] = rows;
    if (row === undefined) return null;
    return {
      blockNumber: BigInt(row.block_number),
      blockHash: row.block_hash,
      finalNumber: BigInt(row.final_number),
    };
  },
  save: async ({ blockNumber, blockHash, finalNumber }: WatchCursor): Promise<void> => {
    await pool.query(
      `INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number) VALUES ($1, $2, $3, $4)
         ON CONFLICT (network) DO UPDATE
         SET block_number = $2, block_hash = $3, final_number = $4, saved_at = now()`,
      [network, blockNumber.toString(), blockHash, finalNumber.toString()],
    );
  },
  /** For a chain that begins anew under its old name. */
  forget: async (): Promise<void> => {
    await pool.query('DELETE FROM lastro.watch_cursors WHERE network = $1', [network]);
  },
});
