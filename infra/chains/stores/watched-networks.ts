import type { NetworkQuestions } from '../../../commands/ports/chains/network-standing';
import type { Query } from '../../../read-models/table';

interface GivenUpTransaction {
  readonly txid: string;
  readonly height: string;
  readonly reason: string;
  readonly since: string;
  readonly givenUpAt: string;
}

export interface WatchedRow {
  readonly network: string;
  readonly mode: string | null;
  readonly block_number: string;
  readonly final_number: string;
  readonly looked_at: string | null;
  readonly questions: NetworkQuestions;
  readonly unread: number;
  readonly unread_since: string | null;
  /** Unread transactions that an operator gave up on, newest first, at most 100. */
  readonly given_up: readonly GivenUpTransaction[];
}

const isoOf = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const listWatched = (query: Query): Promise<readonly WatchedRow[]> =>
  query<WatchedRow>(
    `SELECT c.network, c.mode, c.block_number, c.final_number, c.looked_at, c.questions, u.unread, u.unread_since, g.given_up
       FROM lastro.watch_cursors c CROSS JOIN LATERAL (
         SELECT count(*)::integer AS unread, min(since) AS unread_since FROM lastro.unread_transactions t
          WHERE t.network = c.network AND given_up_at IS NULL) u CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(row ORDER BY row->>'givenUpAt' DESC), '[]') AS given_up FROM (
           SELECT jsonb_build_object('txid', txid, 'height', height::text, 'reason', reason, 'since', ${isoOf('since')},
               'givenUpAt', ${isoOf('given_up_at')}) AS row FROM lastro.unread_transactions t
            WHERE t.network = c.network AND given_up_at IS NOT NULL ORDER BY given_up_at DESC LIMIT 100) rows) g ORDER BY c.network`,
    [],
  );
