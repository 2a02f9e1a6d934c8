import type { NetworkQuestions } from '../../commands/ports/network-standing';
import type { Query } from '../../read-models/table';

/** What is kept of a network that was watched, now or before. */
export interface WatchedRow {
  readonly network: string;
  readonly mode: string | null;
  readonly block_number: string;
  readonly final_number: string;
  readonly looked_at: string | null;
  readonly questions: NetworkQuestions;
  /** Transactions that could not be read. */
  readonly unread: number;
  readonly unread_since: string | null;
}

export const listWatched = (query: Query): Promise<readonly WatchedRow[]> =>
  query<WatchedRow>(
    `SELECT c.network, c.mode, c.block_number, c.final_number, c.looked_at, c.questions, u.unread, u.unread_since
       FROM lastro.watch_cursors c CROSS JOIN LATERAL (
         SELECT count(*)::integer AS unread, min(since) AS unread_since FROM lastro.unread_transactions t
          WHERE t.network = c.network) u ORDER BY c.network`,
    [],
  );
