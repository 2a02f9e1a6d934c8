import type { Pool } from 'pg';
import type { Recorded } from '../../aggregates/events';
import { wants } from '../../infra/projections/rows/batch';
import { memoryRows } from '../../packages/testing/src/ledger/memory/memory-rows';
import type { Projection } from '../../projections/projection';
import type { ColumnType, Row, Table } from '../../read-models/table';
import { goldenRows } from './golden-log';

/** The rows of each table, in the order of keys, after all events. */
export const rowsAfter = (
  projection: Projection,
  log: readonly Recorded[],
): Readonly<Record<string, readonly Row[]>> => {
  const rows = memoryRows(projection);
  for (const event of log) if (wants(projection, event.stream)) rows.apply(event);
  return rows.dump();
};

/** The SQL that spells a column like a row of a projection. */
const SPELLINGS: Readonly<Record<ColumnType, (column: string) => string>> = {
  text: (column) => column,
  numeric: (column) => `${column}::text`,
  bigint: (column) => `${column}::text`,
  integer: (column) => column,
  boolean: (column) => column,
  timestamptz: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  jsonb: (column) => column,
};

/** The rows of the table, in the order of keys. */
export const storedIn = async (pool: Pool, { name, key, columns }: Table): Promise<readonly Row[]> => {
  const spelled = Object.entries(columns).map(([column, type]) => `${SPELLINGS[type](column)} AS ${column}`);
  const text = `SELECT to_jsonb(spelled) AS row FROM (SELECT ${spelled.join(', ')} FROM lastro.${name}) AS spelled
    ORDER BY ${key} COLLATE "C"`;
  return (await pool.query<{ readonly row: Row }>(text)).rows.map(({ row }) => row);
};

const byKey = (table: Table, rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row[table.key] as string, row]));

/** Compares row by row: a difference names the table and the key. */
export const expectGoldenRows = (table: Table, rows: readonly Row[]): void => {
  const expected = byKey(table, goldenRows(table.name));
  const actual = byKey(table, rows);
  const nameOf = (key: string): string => `${table.name} ${key}`;
  for (const key of new Set([...expected.keys(), ...actual.keys()])) {
    expect({ [nameOf(key)]: actual.get(key) ?? 'no row' }).toEqual({ [nameOf(key)]: expected.get(key) ?? 'no row' });
  }
  expect([table.name, rows.length]).toEqual([table.name, goldenRows(table.name).length]);
};
