import type { ClientBase } from 'pg';

/** Deepest reorganisation known: 157 blocks. As where a cursor is lost (`commands/watching/scanning/next-range.ts`). */
const MARGIN = 500n;

/** Every block below a watermark was in the log before it; later blocks are read again. */
export interface KnownHeights {
  readonly watermarks: ReadonlyMap<string, bigint>;
  /** First height to read again, by network, as an operator named it. */
  readonly from: ReadonlyMap<string, bigint>;
}

/** The height below the first one that is read again; null: unknown. */
const knownBelow = ({ watermarks, from }: KnownHeights, network: string): bigint | null => {
  const named = from.get(network);
  if (named !== undefined) return named - 1n;
  const watermark = watermarks.get(network);
  if (watermark === undefined) return null;
  return watermark > MARGIN ? watermark - MARGIN : -1n;
};

export const watchedNetworks = async (client: Pick<ClientBase, 'query'>): Promise<readonly string[]> => {
  const { rows } = await client.query<{ network: string }>('SELECT network FROM lastro.watch_cursors ORDER BY network');
  return rows.map(({ network }) => network);
};

export const unknownOf = (networks: readonly string[], known: KnownHeights): readonly string[] =>
  networks.filter((network) => knownBelow(known, network) === null);

/** No block has this hash, so that a watcher continues after the height alone. */
const NO_HASH = '';

const SET_BACK = `UPDATE lastro.watch_cursors SET block_number = $2, block_hash = '${NO_HASH}', final_number = $2,
    rechecked_number = $2, resume = NULL, looked_at = NULL, questions = '{}', followed_at = NULL, saved_at = now()
  WHERE network = $1 AND block_number > $2`;
const FORGET_LOOK = 'UPDATE lastro.watch_cursors SET looked_at = NULL WHERE network = $1';

/** Never moves forward. A network counts as scanned only once it was read up to its newest block again. */
export const setBackCursors = async (client: ClientBase, known: KnownHeights): Promise<ReadonlyMap<string, bigint>> => {
  const heights = new Map<string, bigint>();
  for (const network of await watchedNetworks(client)) {
    const below = knownBelow(known, network);
    if (below === null) throw new Error(`The log has no height of ${network}`);
    heights.set(network, below + 1n);
    await client.query(SET_BACK, [network, below.toString()]);
    await client.query(FORGET_LOOK, [network]);
  }
  return heights;
};
