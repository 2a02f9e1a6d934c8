import type { Pool } from 'pg';
import type { ChainHints } from '../../../commands/ports/chains/chain-hints';
import type { WatchStore } from '../../../commands/watching/watch-deps';
import type { Query } from '../../../read-models/table';
import { inTransaction } from '../../postgres/pool';

/** Counts and writes one caller at a time, so that no two callers exceed a limit together. */
const TURN = `SELECT pg_advisory_xact_lock(hashtextextended('lastro.chain_hints', 0))`;

/** Rows of networks that are no longer watched: a watcher drops its own after a day. */
const FORGET = `DELETE FROM lastro.chain_hints WHERE since < $1::timestamptz - interval '2 days'`;

const KEEP = `
  INSERT INTO lastro.chain_hints (network, txid, told_by, since, next_at)
  SELECT $1, $2, $3, $4, $4
   WHERE (SELECT count(*) FROM lastro.chain_hints WHERE network = $1) < $5
     AND ($6::integer IS NULL OR (SELECT count(*) FROM lastro.chain_hints WHERE told_by = $3) < $6)
  ON CONFLICT DO NOTHING`;

export const createChainHints = (pool: Pool): ChainHints => ({
  keep: ({ network, txid, toldBy }, since, { mostOfNetwork, mostOfTeller }) =>
    inTransaction(pool, async (client) => {
      await client.query(TURN);
      await client.query(FORGET, [since]);
      const { rowCount } = await client.query(KEEP, [network, txid, toldBy, since, mostOfNetwork, mostOfTeller]);
      return rowCount === 1;
    }),
});

interface StoredHint {
  readonly txid: string;
  readonly since: string;
  readonly tries: number;
  readonly next_at: string;
}

export const hintRows = (query: Query, network: string): Pick<WatchStore, 'dueHints' | 'settleHints'> => ({
  dueHints: async (now, limit) => {
    const text = `SELECT txid, since, tries, next_at FROM lastro.chain_hints
      WHERE network = $1 AND next_at <= $2::timestamptz ORDER BY next_at, txid LIMIT $3`;
    const rows = await query<StoredHint>(text, [network, now, limit]);
    return rows.map(({ next_at: nextAt, ...row }) => ({ ...row, nextAt }));
  },
  settleHints: async (asked, left) => {
    const kept = new Set(left.map(({ txid }) => txid));
    const ended = asked.map(({ txid }) => txid).filter((txid) => !kept.has(txid));
    await query('DELETE FROM lastro.chain_hints WHERE network = $1 AND txid = ANY ($2::text[])', [network, ended]);
    const text = `UPDATE lastro.chain_hints AS kept SET tries = asked.tries, next_at = asked.next_at
       FROM unnest($2::text[], $3::integer[], $4::timestamptz[]) AS asked (txid, tries, next_at)
      WHERE kept.network = $1 AND kept.txid = asked.txid`;
    const columns = [left.map(({ txid }) => txid), left.map(({ tries }) => tries), left.map(({ nextAt }) => nextAt)];
    await query(text, [network, ...columns]);
  },
});
