import type { Pool } from 'pg';
import type { Projection } from '../../../projections/projection';
import { AT_PLACE, type Checkpoint, moveOf, moveValuesOf } from '../waiting/checkpoints';
import type { Reached } from '../waiting/reached';
import { LIVE_SCHEMA, partsOf, type RowsByTable, upsertOf } from './row-store';

export interface Move {
  readonly from: Checkpoint;
  readonly to: Reached;
}

/** Answers false, and writes nothing, when the checkpoint is not at `from`, or another transaction has locked it. */
export type WriteTogether = (pool: Pool, move: Move, changed: RowsByTable) => Promise<boolean>;

const FIRST_OF_ROWS = 14;

/** Never waits: the statement has already locked its tables, and a swap locks the checkpoint before its tables. */
const MINE = `SELECT projection FROM lastro.named_checkpoints WHERE ${AT_PLACE} FOR UPDATE SKIP LOCKED`;

/** Writes rows and checkpoint in one statement: the cost of a small batch is mostly its round trips. */
export const createWriteTogether = ({ name, tables }: Projection): WriteTogether => {
  const parts = tables.flatMap((table, index) => {
    const [gone, rows] = [`$${FIRST_OF_ROWS + 2 * index}`, `$${FIRST_OF_ROWS + 2 * index + 1}`];
    const [target, where] = [`${LIVE_SCHEMA}.${table.name}`, 'EXISTS (SELECT FROM moved)'];
    return [
      `removed_${index} AS (DELETE FROM ${target} WHERE ${table.key} = ANY(${gone}::text[]) AND ${where})`,
      `put_${index} AS (${upsertOf(target, table, { rows, where })})`,
    ];
  });
  const statement = {
    name: `apply ${name}`,
    text: `WITH moved AS (${moveOf(MINE)}), ${parts.join(', ')} SELECT FROM moved`,
  };
  return async (pool, { from, to }, changed) => {
    const written = tables.flatMap((table) => {
      const { gone, rows } = partsOf(changed.get(table.name) ?? []);
      return [gone, JSON.stringify(rows)];
    });
    const { rowCount } = await pool.query({ ...statement, values: [...moveValuesOf(name, from, to), ...written] });
    return rowCount === 1;
  };
};
