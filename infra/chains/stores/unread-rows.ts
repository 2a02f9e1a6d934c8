import type { UnreadRow, WatchStore } from '../../../commands/watching/watch-deps';
import type { Query } from '../../../read-models/table';

interface StoredRow {
  readonly txid: string;
  readonly block_hash: string;
  readonly height: string;
  readonly memos: readonly string[] | null;
  readonly reason: string;
  readonly since: string;
  readonly tries: number;
  readonly next_at: string;
  readonly alarmed: boolean;
  readonly given_up_at: string | null;
}

const rowOf = (row: StoredRow): UnreadRow => ({
  txid: row.txid,
  height: BigInt(row.height),
  blockHash: row.block_hash,
  memos: row.memos,
  reason: row.reason,
  since: row.since,
  tries: row.tries,
  nextAt: row.next_at,
  isAlarmed: row.alarmed,
  givenUpAt: row.given_up_at,
});

const storedOf = (rows: readonly UnreadRow[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      txid: row.txid,
      block_hash: row.blockHash,
      height: row.height.toString(),
      memos: row.memos,
      reason: row.reason,
      since: row.since,
      tries: row.tries,
      next_at: row.nextAt,
      alarmed: row.isAlarmed,
    })),
  );

const GIVEN = 'json_populate_recordset(NULL::lastro.unread_transactions, $2::json) AS given';
/** SQL reads a JSON null as no value, but unknown memos are a value here. */
const MEMOS = "coalesce(given.memos, 'null'::jsonb)";
const SAME = 'kept.network = $1 AND kept.txid = given.txid AND kept.block_hash = given.block_hash';

type UnreadStore = Pick<
  WatchStore,
  'dueUnread' | 'lowestUnread' | 'unreadOf' | 'giveUpUnread' | 'addUnread' | 'updateUnread' | 'removeUnread'
>;

/** A transaction is in one block of each fork. */
const MOST_BLOCKS = 100;

/** Relevant transactions that could not be read; intents that their memos may name do not expire. */
export const unreadRows = (query: Query, network: string): UnreadStore => {
  const write = async (text: string, rows: readonly UnreadRow[]): Promise<void> => {
    if (rows.length > 0) await query(text, [network, storedOf(rows)]);
  };
  return {
    dueUnread: async (now, limit) => {
      const text = `SELECT * FROM lastro.unread_transactions WHERE network = $1 AND next_at <= $2::timestamptz
        ORDER BY given_up_at IS NOT NULL, memos = '[]'::jsonb, next_at, txid LIMIT $3`;
      return (await query<StoredRow>(text, [network, now, limit])).map(rowOf);
    },
    lowestUnread: async () => {
      const text =
        'SELECT min(height) AS height FROM lastro.unread_transactions WHERE network = $1 AND given_up_at IS NULL';
      const height = (await query<{ height: string | null }>(text, [network]))[0]?.height ?? null;
      return height === null ? null : BigInt(height);
    },
    unreadOf: async (txid) => {
      const text = `SELECT * FROM lastro.unread_transactions WHERE network = $1 AND txid = $2
        ORDER BY height, block_hash LIMIT ${MOST_BLOCKS}`;
      return (await query<StoredRow>(text, [network, txid])).map(rowOf);
    },
    giveUpUnread: async (transactions) => {
      const columns = transactions.map(({ txid, blockHash, givenUpAt }) => ({
        ...{ txid, block_hash: blockHash, given_up_at: givenUpAt },
      }));
      await query(
        `UPDATE lastro.unread_transactions AS kept SET given_up_at = given.given_up_at FROM ${GIVEN}
          WHERE ${SAME} AND kept.given_up_at IS NULL`,
        [network, JSON.stringify(columns)],
      );
    },
    addUnread: (rows) =>
      write(
        `INSERT INTO lastro.unread_transactions (network, txid, block_hash, height, memos, reason, since, tries, next_at, alarmed)
           SELECT $1, txid, block_hash, height, ${MEMOS}, reason, since, tries, next_at, alarmed FROM ${GIVEN}
           ON CONFLICT DO NOTHING`,
        rows,
      ),
    updateUnread: (rows) =>
      write(
        `UPDATE lastro.unread_transactions AS kept SET reason = given.reason, memos = ${MEMOS}, tries = given.tries,
           next_at = given.next_at, alarmed = given.alarmed FROM ${GIVEN} WHERE ${SAME}`,
        rows,
      ),
    removeUnread: (rows) => write(`DELETE FROM lastro.unread_transactions AS kept USING ${GIVEN} WHERE ${SAME}`, rows),
  };
};
