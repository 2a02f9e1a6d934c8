import type { Client } from 'pg';
import type { Table } from '../../../read-models/table';

export interface Side {
  readonly client: Client;
  readonly schema: string;
}

/** Separate connections, so that both are read concurrently. */
export interface Sides {
  readonly live: Side;
  readonly rebuilt: Side;
}

export interface Bucket {
  readonly first: string;
  readonly hash: string;
}

export interface HashedRow {
  readonly key: string;
  readonly hash: string;
}

const ROWS_PER_BUCKET = 1_000;
const ROWS_PER_PAGE = 1_000;

export async function columnsOf({ name }: Table, { client, schema }: Side): Promise<readonly string[]> {
  const text = `SELECT column_name::text AS name FROM information_schema.columns
    WHERE table_schema = $1 AND table_name = $2 ORDER BY 1`;
  const { rows } = await client.query<{ name: string }>(text, [schema, name]);
  return rows.map((row) => row.name);
}

/** Hashes values, not text: equal values hash equal in any representation. */
const hashed = (table: Table, columns: readonly string[], schema: string): string =>
  `SELECT ${table.key} COLLATE "C" AS key, hash_record_extended(ROW(${columns.join(', ')}), 0)::text AS hash
     FROM ${schema}.${table.name}`;

/** One hash per bucket of rows, in byte order of the keys. */
export async function hashBuckets(table: Table, columns: readonly string[], side: Side): Promise<readonly Bucket[]> {
  const { rows } = await side.client.query<Bucket>(`
    SELECT min(key) AS first, md5(string_agg(hash, '' ORDER BY key)) AS hash FROM (
      SELECT *, (row_number() OVER (ORDER BY key) - 1) / ${ROWS_PER_BUCKET} AS bucket
        FROM (${hashed(table, columns, side.schema)}) AS rows) AS numbered
    GROUP BY bucket ORDER BY bucket`);
  return rows;
}

export async function* hashedRows(
  table: Table,
  columns: readonly string[],
  side: Side,
  first: string,
): AsyncGenerator<HashedRow> {
  const page = (operator: '>=' | '>', key: string) =>
    side.client.query<HashedRow>(
      `SELECT key, hash FROM (${hashed(table, columns, side.schema)}) AS rows
        WHERE key ${operator} $1 ORDER BY key LIMIT ${ROWS_PER_PAGE}`,
      [key],
    );
  let { rows } = await page('>=', first);
  while (rows.length > 0) {
    yield* rows;
    ({ rows } = await page('>', rows.at(-1)!.key));
  }
}

export async function jsonRow(table: Table, { client, schema }: Side, key: string) {
  const text = `SELECT to_jsonb(t) AS row FROM ${schema}.${table.name} AS t WHERE ${table.key} = $1`;
  const { rows } = await client.query<{ row: Readonly<Record<string, unknown>> }>(text, [key]);
  return rows[0]?.row ?? null;
}
