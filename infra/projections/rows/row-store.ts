import type { ClientBase, Pool } from 'pg';
import type { RowKey } from '../../../projections/projection';
import type { Row, Table, Value } from '../../../read-models/table';

/** Rows by table name and key; null: no such row. */
export type RowsByTable = ReadonlyMap<string, ReadonlyMap<string, Row | null>>;

export const LIVE_SCHEMA = 'lastro';

const ROWS_PER_STATEMENT = 1_000;

const keep = (text: string): Value => text;
const parsers = new Map<number, (text: string) => Value>([
  [16, (text) => text === 't'],
  [23, (text) => Number(text)],
  [1184, (text) => new Date(text).toISOString()],
  [114, (text) => JSON.parse(text) as Value],
  [3802, (text) => JSON.parse(text) as Value],
]);

/** Rows have the form that projections write, independent of the pool's parsers. */
const types = { getTypeParser: (oid: number) => parsers.get(oid) ?? keep };

const columnsOf = (table: Table): string => Object.keys(table.columns).join(', ');

/** Loads with one query per table; a missing row is null. */
export async function loadRows(
  client: Pool | ClientBase,
  schema: string,
  keys: readonly RowKey[],
): Promise<Map<string, Map<string, Row | null>>> {
  const loaded = new Map<string, Map<string, Row | null>>();
  for (const [table, wanted] of groupByTable(keys)) {
    const text = `SELECT ${columnsOf(table)} FROM ${schema}.${table.name} WHERE ${table.key} = ANY($1::text[])`;
    const { rows } = await client.query<Row>({
      ...prepared(schema, 'load', table),
      text,
      values: [[...wanted]],
      types,
    });
    const found = new Map<string, Row | null>([...wanted].map((key) => [key, null]));
    for (const row of rows) found.set(row[table.key] as string, row);
    loaded.set(table.name, found);
  }
  return loaded;
}

function groupByTable(keys: readonly RowKey[]): ReadonlyMap<Table, ReadonlySet<string>> {
  const grouped = new Map<Table, Set<string>>();
  for (const { table, key } of keys) {
    const known = grouped.get(table);
    if (known === undefined) grouped.set(table, new Set([key]));
    else known.add(key);
  }
  return grouped;
}

export async function writeRows(
  client: Pool | ClientBase,
  schema: string,
  tables: readonly Table[],
  changes: RowsByTable,
): Promise<void> {
  for (const table of tables) {
    const entries = [...(changes.get(table.name) ?? [])];
    for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
      await writeSet(client, schema, table, entries.slice(start, start + ROWS_PER_STATEMENT));
    }
  }
}

async function writeSet(
  client: Pool | ClientBase,
  schema: string,
  table: Table,
  entries: readonly (readonly [string, Row | null])[],
): Promise<void> {
  const { gone, rows } = partsOf(entries);
  const name = `${schema}.${table.name}`;
  if (gone.length > 0) {
    const text = `DELETE FROM ${name} WHERE ${table.key} = ANY($1::text[])`;
    await client.query({ ...prepared(schema, 'remove', table), text, values: [gone] });
  }
  if (rows.length > 0) {
    await client.query({
      ...prepared(schema, 'put', table),
      text: upsertOf(name, table, { rows: '$1' }),
      values: [JSON.stringify(rows)],
    });
  }
}

export const partsOf = (entries: Iterable<readonly [string, Row | null]>) => {
  const all = [...entries];
  return {
    gone: all.filter(([, row]) => row === null).map(([key]) => key),
    rows: all.flatMap(([, row]) => (row === null ? [] : [row])),
  };
};

/** Prepared only for the live tables, because a shadow exists for one rebuild. */
const prepared = (schema: string, operation: string, table: Table): { readonly name?: string } =>
  schema === LIVE_SCHEMA ? { name: `${operation} ${table.name}` } : {};

interface UpsertParts {
  readonly rows: string;
  /** Otherwise nothing is written. */
  readonly where?: string;
}

/** Passes rows as one JSON text instead of an array per column: quoted once, parsed by the table's own types. */
export function upsertOf(name: string, table: Table, { rows, where = 'true' }: UpsertParts): string {
  const columns = columnsOf(table);
  const others = Object.keys(table.columns).filter((column) => column !== table.key);
  const updates = others.map((column) => `${column} = EXCLUDED.${column}`).join(', ');
  return `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, ${rows}::json)
    WHERE ${where} ON CONFLICT (${table.key}) DO ${updates === '' ? 'NOTHING' : `UPDATE SET ${updates}`}`;
}
