import type { ClientBase, Pool } from 'pg';
import type { RowStep } from '../../commands/pair/decision';
import type { PairRow } from '../../commands/ports/pair';
import { inTransaction } from '../postgres/pool';

/** The row as PostgreSQL returns it, with all columns, so that a comparison sees every difference. */
interface StoredPair {
  readonly ledger_id: string;
  readonly state: PairRow['state'];
  readonly last_id: string | null;
  readonly last_revision: number | null;
  readonly coming: PairRow['coming'];
}

const rowOf = ({ ledger_id, state, last_id, last_revision, coming }: StoredPair): PairRow => ({
  ...{ ledgerId: ledger_id, state, coming },
  last: last_id === null || last_revision === null ? null : { id: last_id, revision: last_revision },
});

const storedOf = ({ ledgerId, state, last, coming }: PairRow): string => {
  const stored: StoredPair = {
    ...{ ledger_id: ledgerId, state, coming },
    ...{ last_id: last?.id ?? null, last_revision: last?.revision ?? null },
  };
  return JSON.stringify(stored);
};

const READ = `SELECT to_jsonb(pair) - 'singleton' - 'move' AS row FROM lastro.pair AS pair`;

/** Null where nothing was bound yet. */
export const readPairRow = async (client: Pool | ClientBase): Promise<PairRow | null> => {
  const { rows } = await client.query<{ row: StoredPair }>(READ);
  return rows[0] === undefined ? null : rowOf(rows[0].row);
};

const COLUMNS = 'ledger_id, state, last_id, last_revision, coming';
/** JSON nulls of optional parts become SQL nulls, as in a row without them. */
const GIVEN = `SELECT ledger_id, state, last_id, last_revision, nullif(coming, 'null')
  FROM jsonb_populate_record(NULL::lastro.pair, $1::jsonb)`;
const IS_AT = `to_jsonb(pair) - 'singleton' - 'move' = $2::jsonb`;

const INSERT = `INSERT INTO lastro.pair (${COLUMNS}) ${GIVEN} ON CONFLICT DO NOTHING`;
const UPDATE = `UPDATE lastro.pair AS pair SET (${COLUMNS}) = (${GIVEN}) WHERE ${IS_AT}`;
const DELETE = `DELETE FROM lastro.pair AS pair WHERE ${IS_AT.replace('$2', '$1')}`;

type FromTo = Pick<RowStep, 'from' | 'to'>;

const statementOf = ({ from, to }: FromTo): readonly [string, readonly string[]] => {
  if (from === null) return to === null ? ['SELECT', []] : [INSERT, [storedOf(to)]];
  return to === null ? [DELETE, [storedOf(from)]] : [UPDATE, [storedOf(to), storedOf(from)]];
};

/** In the client's transaction, which then locks the row. False when the row is not `from`. */
export const setPairRow = async (client: ClientBase, step: FromTo): Promise<boolean> => {
  const [text, values] = statementOf(step);
  await client.query(`SELECT set_config('synchronous_commit', 'on', true)`);
  const { rowCount } = await client.query(text, [...values]);
  return rowCount === 1;
};

/** False when the row is not `from`. Rejects when the outcome of the write is unknown: the next comparison finds it. */
export const writePairRow = (pool: Pool, step: RowStep): Promise<boolean> =>
  inTransaction(pool, (client) => setPairRow(client, step));
