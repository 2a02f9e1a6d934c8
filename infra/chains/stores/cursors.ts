import type { Pool, PoolClient } from 'pg';
import type { Mode } from '../../../aggregates/partner/events';
import type { KeptHash } from '../../../commands/ports/chains/chain-reader';
import type { NetworkQuestions } from '../../../commands/ports/chains/network-standing';
import type { CursorNotes, WatchCursor, WatchStore } from '../../../commands/watching/watch-deps';
import { inTransaction } from '../../postgres/pool';
import { createQuery } from '../../postgres/query';
import { coinBalanceRows } from './coin-balances';
import { hintRows } from './hint-rows';
import { unreadRows } from './unread-rows';

const MOST_HASHES = 1_000;
const MOST_DUST_ROWS = 10_000;

export interface WatchedNetwork {
  readonly name: string;
  readonly mode: Mode;
}

interface CursorRow {
  readonly block_number: string;
  readonly block_hash: string;
  readonly final_number: string;
  readonly rechecked_number: string | null;
  readonly resume: unknown;
  readonly looked_at: string | null;
  readonly questions: NetworkQuestions;
  readonly followed_at: string | null;
}

const cursorOf = (row: CursorRow): WatchCursor => ({
  height: BigInt(row.block_number),
  hash: row.block_hash,
  finalHeight: BigInt(row.final_number),
  recheckedHeight: BigInt(row.rechecked_number ?? row.final_number),
  resume: row.resume,
  lookedAt: row.looked_at,
  questions: inOrder(row.questions),
  followedAt: row.followed_at,
});

/** jsonb reorders keys; the same questions must serialise to the same text. */
const inOrder = (questions: NetworkQuestions): NetworkQuestions => {
  const { finality, gap, receiver, haltedAssets, unfitAssets, warning, failing, lagging, givenUp } = questions;
  const undecided = questions.undecided?.map(({ depositId, reason }) => ({ depositId, reason }));
  const receivers = { receiver, haltedAssets, unfitAssets, warning };
  const ordered = { finality, undecided, gap, ...receivers, failing, lagging, givenUp };
  return JSON.parse(JSON.stringify(ordered)) as NetworkQuestions;
};

const SAVE_CURSOR = `
  INSERT INTO lastro.watch_cursors AS saved (network, mode, block_number, block_hash, final_number, rechecked_number,
      resume, looked_at, questions, followed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (network) DO UPDATE SET mode = coalesce(saved.mode, excluded.mode),
      block_number = excluded.block_number, block_hash = excluded.block_hash, final_number = excluded.final_number,
      rechecked_number = excluded.rechecked_number, resume = excluded.resume, looked_at = excluded.looked_at,
      questions = excluded.questions, followed_at = excluded.followed_at, saved_at = now()`;

/** Scan progress. A lost cursor costs a rescan from before the last watermark; before the first one, old deposits. */
export const watchCursors = (pool: Pool, { name, mode }: WatchedNetwork): WatchStore => {
  const query = createQuery(pool);
  return {
    ...unreadRows(query, name),
    ...hintRows(query, name),
    ...coinBalanceRows(query, name),
    readCursor: async () => {
      const [row] = await query<CursorRow>('SELECT * FROM lastro.watch_cursors WHERE network = $1', [name]);
      return row === undefined ? null : cursorOf(row);
    },
    saveCursor: (cursor, notes) =>
      inTransaction(pool, async (client) => {
        await client.query(SAVE_CURSOR, [name, mode, ...valuesOf(cursor)]);
        await saveNotes(client, name, cursor, notes);
      }),
    saveQuestions: async (questions) => {
      const text = 'UPDATE lastro.watch_cursors SET questions = $2, saved_at = now() WHERE network = $1';
      await query(text, [name, JSON.stringify(questions)]);
    },
    keptHashes: async () => {
      const text = 'SELECT height, hash FROM lastro.final_hashes WHERE network = $1 ORDER BY height DESC LIMIT $2';
      const rows = await query<{ height: string; hash: string }>(text, [name, MOST_HASHES]);
      return rows.map(({ height, hash }): KeptHash => ({ height: BigInt(height), hash }));
    },
  };
};

const valuesOf = (cursor: WatchCursor): readonly unknown[] => [
  cursor.height.toString(),
  cursor.hash,
  cursor.finalHeight.toString(),
  cursor.recheckedHeight.toString(),
  JSON.stringify(cursor.resume ?? null),
  cursor.lookedAt,
  JSON.stringify(cursor.questions),
  cursor.followedAt,
];

const saveNotes = async (client: PoolClient, network: string, { height }: WatchCursor, notes: CursorNotes) => {
  const { forgetFrom, finalHash, dust } = notes;
  if (forgetFrom !== undefined) {
    for (const table of ['final_hashes', 'coin_balances']) {
      const text = `DELETE FROM lastro.${table} WHERE network = $1 AND height >= $2`;
      await client.query(text, [network, forgetFrom.toString()]);
    }
  }
  if (finalHash !== undefined) await keepHash(client, network, finalHash);
  if (dust !== undefined) await setDust(client, network, dust, height);
};

const nthFromTop = (table: string): string =>
  `(SELECT height FROM lastro.${table} WHERE network = $1 ORDER BY height DESC OFFSET $2 LIMIT 1)`;

const keepHash = async (client: PoolClient, network: string, { height, hash }: KeptHash): Promise<void> => {
  await client.query(
    'INSERT INTO lastro.final_hashes (network, height, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [network, height.toString(), hash],
  );
  const old = `DELETE FROM lastro.final_hashes WHERE network = $1 AND height <= ${nthFromTop('final_hashes')}`;
  await client.query(old, [network, MOST_HASHES]);
};

/** Replaces the dust of the scanned heights, so that a repeated scan counts nothing twice. */
const setDust = async (
  client: PoolClient,
  network: string,
  { fromHeight, counts }: NonNullable<CursorNotes['dust']>,
  height: bigint,
): Promise<void> => {
  const range = [network, fromHeight.toString(), height.toString()];
  await client.query('DELETE FROM lastro.chain_dust WHERE network = $1 AND height BETWEEN $2 AND $3', range);
  if (counts.length === 0) return;
  await client.query(
    `INSERT INTO lastro.chain_dust (network, height, asset_id, transfers, base_units)
       SELECT $1, * FROM unnest($2::numeric[], $3::integer[], $4::integer[], $5::numeric[])
       ON CONFLICT (network, height, asset_id)
       DO UPDATE SET transfers = excluded.transfers, base_units = excluded.base_units`,
    [
      network,
      counts.map((count) => count.height.toString()),
      counts.map(({ assetId }) => assetId),
      counts.map(({ transfers }) => transfers),
      counts.map(({ baseUnits }) => baseUnits.toString()),
    ],
  );
  const old = `DELETE FROM lastro.chain_dust WHERE network = $1 AND height <= ${nthFromTop('chain_dust')}`;
  await client.query(old, [network, MOST_DUST_ROWS]);
};

const TABLES = ['watch_cursors', 'final_hashes', 'unread_transactions', 'chain_dust', 'chain_hints', 'coin_balances'];

/** For a local chain that restarts under its old name. */
export const forgetNetwork = (pool: Pool, network: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    for (const table of TABLES) await client.query(`DELETE FROM lastro.${table} WHERE network = $1`, [network]);
  });

/** Throws when a network was watched in the other mode, because its recorded payments have that mode. */
export const refuseOtherModes = async (pool: Pool, networks: readonly WatchedNetwork[]): Promise<void> => {
  const text = 'SELECT network, mode FROM lastro.watch_cursors WHERE mode IS NOT NULL';
  const { rows } = await pool.query<{ network: string; mode: string }>(text);
  for (const { name, mode } of networks) {
    const before = rows.find((row) => row.network === name)?.mode ?? mode;
    if (before !== mode) {
      throw new Error(`The network ${name} was watched as ${before} and is now ${mode}: choose another name`);
    }
  }
};
