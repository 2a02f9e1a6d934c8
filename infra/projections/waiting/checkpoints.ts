import type { ClientBase, Pool } from 'pg';
import { type Position, START } from '../../../aggregates/events';

/** Channel of the applied positions: `{projection, commit, prepare}`. */
export const APPLIED_CHANNEL = 'lastro_applied';

export interface Checkpoint {
  readonly position: Position;
  /** Incremented by rebuild and replay, which change rows beside the projector. */
  readonly generation: string;
}

interface CheckpointRow {
  readonly projection: string;
  readonly position_commit: string;
  readonly position_prepare: string;
  readonly generation: string;
}

const COLUMNS = 'projection, position_commit::text, position_prepare::text, generation::text';

const checkpointOf = (row: CheckpointRow): Checkpoint => ({
  position: { commit: BigInt(row.position_commit), prepare: BigInt(row.position_prepare) },
  generation: row.generation,
});

export async function ensureCheckpoints(client: Pool | ClientBase, names: readonly string[]): Promise<void> {
  const text = `INSERT INTO lastro.checkpoints (projection, position_commit, position_prepare)
    SELECT name, $2, $3 FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`;
  await client.query(text, [names, START.commit.toString(), START.prepare.toString()]);
}

export async function readCheckpoints(client: Pool | ClientBase): Promise<ReadonlyMap<string, Checkpoint>> {
  const { rows } = await client.query<CheckpointRow>(`SELECT ${COLUMNS} FROM lastro.checkpoints`);
  return new Map(rows.map((row) => [row.projection, checkpointOf(row)]));
}

/** START when missing; `lock` holds until the transaction ends. */
export async function readCheckpoint(
  client: Pool | ClientBase,
  name: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Checkpoint> {
  const text = `SELECT ${COLUMNS} FROM lastro.checkpoints WHERE projection = $1 ${lock}`;
  const { rows } = await client.query<CheckpointRow>(text, [name]);
  return rows[0] === undefined ? { position: START, generation: '-1' } : checkpointOf(rows[0]);
}

const MOVE = `UPDATE lastro.checkpoints SET position_commit = $5, position_prepare = $6, updated_at = now()
  WHERE projection = $1 AND position_commit = $2 AND position_prepare = $3 AND generation = $4
  RETURNING pg_notify($7, $8), set_config('synchronous_commit', 'off', true),
    set_config('idle_in_transaction_session_timeout', '3s', true)`;

/**
 * Compare-and-set; false when the checkpoint is not at `from`. Must come first in its transaction: it guards the rows,
 * and a rebuild locks in the same order. The commit is asynchronous (rows and checkpoint are lost together, then
 * projected again), and a frozen process loses the lock by timeout.
 */
export async function moveCheckpoint(
  client: ClientBase,
  name: string,
  from: Checkpoint,
  to: Position,
): Promise<boolean> {
  const { position, generation } = from;
  const [commit, prepare] = [to.commit.toString(), to.prepare.toString()];
  const payload = JSON.stringify({ projection: name, commit, prepare });
  const values = [name, position.commit.toString(), position.prepare.toString(), generation, commit, prepare];
  const { rowCount } = await client.query({
    name: 'move checkpoint',
    text: MOVE,
    values: [...values, APPLIED_CHANNEL, payload],
  });
  return rowCount === 1;
}

/** Invalidates the projector's cached rows. */
export async function beginGeneration(client: ClientBase, name: string): Promise<void> {
  await client.query('UPDATE lastro.checkpoints SET generation = generation + 1 WHERE projection = $1', [name]);
}
