import type { ClientBase, Pool } from 'pg';
import { START } from '../../../aggregates/events';
import { NOWHERE, type Reached } from './reached';

export const APPLIED_CHANNEL = 'lastro_applied';

export interface Checkpoint extends Reached {
  /** Incremented by each change of rows or checkpoint beside the projector. */
  readonly generation: string;
}

interface CheckpointRow {
  readonly projection: string;
  readonly stream: string | null;
  readonly revision: string;
  readonly event_id: string;
  readonly event_commit: string;
  readonly event_prepare: string;
  readonly position_commit: string;
  readonly position_prepare: string;
  readonly generation: string;
}

const COLUMNS = `projection, stream, revision::text, event_id, event_commit::text, event_prepare::text,
  position_commit::text, position_prepare::text, generation::text`;

const checkpointOf = (row: CheckpointRow): Checkpoint => ({
  considered: row.stream === null ? 'START' : consideredOf(row, row.stream),
  position: { commit: BigInt(row.position_commit), prepare: BigInt(row.position_prepare) },
  generation: row.generation,
});

const consideredOf = (row: CheckpointRow, stream: string): Exclude<Reached['considered'], string> => ({
  ...{ stream, revision: Number(row.revision), id: row.event_id },
  position: { commit: BigInt(row.event_commit), prepare: BigInt(row.event_prepare) },
});

const UNNAMED = `SELECT projection FROM lastro.checkpoints WHERE position_commit >= 0 ORDER BY projection`;

/** Projections whose checkpoint is only a position, as in the version before. */
export async function readUnnamed(client: Pool | ClientBase): Promise<readonly string[]> {
  const old = await client.query<{ exists: boolean }>(`SELECT to_regclass('lastro.checkpoints') IS NOT NULL AS exists`);
  if (old.rows[0]?.exists !== true) return [];
  const { rows } = await client.query<{ projection: string }>(UNNAMED);
  return rows.map(({ projection }) => projection);
}

/** Rejects while there are old checkpoints: their projections have rows, and must not begin at the start. */
export async function ensureCheckpoints(client: Pool | ClientBase, names: readonly string[]): Promise<void> {
  const [unnamed] = await readUnnamed(client);
  if (unnamed !== undefined) {
    throw new Error(`the checkpoint of ${unnamed} has no event: an unreleased version wrote it`);
  }
  const text = `INSERT INTO lastro.named_checkpoints (projection, position_commit, position_prepare)
    SELECT name, $2, $3 FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`;
  await client.query(text, [names, START.commit.toString(), START.prepare.toString()]);
}

export async function readCheckpoints(client: Pool | ClientBase): Promise<ReadonlyMap<string, Checkpoint>> {
  const { rows } = await client.query<CheckpointRow>(`SELECT ${COLUMNS} FROM lastro.named_checkpoints`);
  return new Map(rows.map((row) => [row.projection, checkpointOf(row)]));
}

/** NOWHERE when missing; `lock` holds until the transaction ends. */
export async function readCheckpoint(
  client: Pool | ClientBase,
  name: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Checkpoint> {
  const text = `SELECT ${COLUMNS} FROM lastro.named_checkpoints WHERE projection = $1 ${lock}`;
  const { rows } = await client.query<CheckpointRow>(text, [name]);
  return rows[0] === undefined ? { ...NOWHERE, generation: '-1' } : checkpointOf(rows[0]);
}

export const valuesOf = ({ considered, position }: Reached): readonly (string | null)[] => {
  const place = [position.commit.toString(), position.prepare.toString()];
  if (considered === 'START') return [null, null, null, null, null, ...place];
  const { stream, revision, id } = considered;
  return [stream, String(revision), id, `${considered.position.commit}`, `${considered.position.prepare}`, ...place];
};

/** Where the projection's checkpoint is still at the place that the first parameters name. */
export const AT_PLACE = `projection = $1 AND position_commit = $2 AND position_prepare = $3 AND generation = $4`;

/** Parameters: those of `moveValuesOf`. Moves nothing when the checkpoint is elsewhere, or outside `among`. */
export const moveOf = (among: string | null = null): string =>
  `UPDATE lastro.named_checkpoints SET stream = $5, revision = $6, event_id = $7, event_commit = $8,
    event_prepare = $9, position_commit = $10, position_prepare = $11, updated_at = now()
  WHERE ${AT_PLACE}${among === null ? '' : ` AND projection = (${among})`}
  RETURNING pg_notify($12, $13), set_config('synchronous_commit', 'off', true),
    set_config('idle_in_transaction_session_timeout', '3s', true)`;

/** Compare-and-set, first in its transaction; false when the checkpoint is not at `from`. Commits asynchronously. */
export async function moveCheckpoint(
  client: Pool | ClientBase,
  name: string,
  from: Checkpoint,
  to: Reached,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'move checkpoint',
    text: moveOf(),
    values: [...moveValuesOf(name, from, to)],
  });
  return rowCount === 1;
}

export const moveValuesOf = (
  name: string,
  { position, generation }: Checkpoint,
  to: Reached,
): readonly (string | null)[] => {
  const [commit, prepare] = [to.position.commit.toString(), to.position.prepare.toString()];
  const payload = JSON.stringify({ projection: name, commit, prepare });
  const guard = [name, position.commit.toString(), position.prepare.toString(), generation];
  return [...guard, ...valuesOf(to), APPLIED_CHANNEL, payload];
};

const SET = `UPDATE lastro.named_checkpoints SET stream = $2, revision = $3, event_id = $4, event_commit = $5,
    event_prepare = $6, position_commit = $7, position_prepare = $8, generation = generation + 1, updated_at = now()
  WHERE projection = $1`;

/** For a caller other than the projector, which has locked the checkpoint. The projector then reads it again. */
export async function setCheckpoint(client: ClientBase, name: string, to: Reached): Promise<void> {
  await client.query(SET, [name, ...valuesOf(to)]);
}

/** Invalidates the projector's cached rows. */
export async function beginGeneration(client: ClientBase, name: string): Promise<void> {
  await client.query('UPDATE lastro.named_checkpoints SET generation = generation + 1 WHERE projection = $1', [name]);
}
