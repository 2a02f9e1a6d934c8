import type { Client } from 'pg';
import type { Table } from '../../../read-models/table';

export interface Difference {
  readonly table: string;
  /** Null when the difference is the table's. */
  readonly key: string | null;
  /** Null when only one side has the row. */
  readonly column: string | null;
  readonly live: string | null;
  readonly rebuilt: string | null;
}

interface Side {
  readonly client: Client;
  readonly schema: string;
}

/** Separate connections, so that both are read concurrently. */
export interface Sides {
  readonly live: Side;
  readonly rebuilt: Side;
}

const ROWS_PER_BUCKET = 1_000;
const MAX_DIFFERENCES = 10;

export async function compareTable(table: Table, sides: Sides): Promise<readonly Difference[]> {
  const [live, rebuilt] = await both(sides, (side) => columnsOf(table, side));
  const shape = [
    ...live.filter((column) => !rebuilt.includes(column)).map((column) => columnOf(table, column, 'live')),
    ...rebuilt.filter((column) => !live.includes(column)).map((column) => columnOf(table, column, 'rebuilt')),
  ];
  const common = rebuilt.filter((column) => live.includes(column));
  if (!common.includes(table.key)) return shape;
  const first = await firstDifference(table, common, sides);
  return first === null ? shape : [...shape, ...(await rowDifferences(table, common, sides, first))];
}

const both = <Read>({ live, rebuilt }: Sides, read: (side: Side) => Promise<Read>): Promise<[Read, Read]> =>
  Promise.all([read(live), read(rebuilt)]);

const columnOf = ({ name }: Table, column: string, side: 'live' | 'rebuilt'): Difference => ({
  ...{ table: name, key: null, column, live: null, rebuilt: null },
  [side]: 'a column',
});

async function columnsOf({ name }: Table, { client, schema }: Side): Promise<readonly string[]> {
  const text = `SELECT column_name::text AS name FROM information_schema.columns
    WHERE table_schema = $1 AND table_name = $2 ORDER BY 1`;
  const { rows } = await client.query<{ name: string }>(text, [schema, name]);
  return rows.map((row) => row.name);
}

/** Hashes values, not text: equal values hash equal in any representation. */
const hashed = (table: Table, columns: readonly string[], schema: string): string =>
  `SELECT ${table.key} COLLATE "C" AS key, hash_record_extended(ROW(${columns.join(', ')}), 0)::text AS hash,
     to_jsonb(t) AS row FROM ${schema}.${table.name} AS t`;

interface Bucket {
  readonly first: string;
  readonly hash: string;
}

/** Hashes of the buckets of rows, in byte order of the keys. */
async function bucketsOf(table: Table, columns: readonly string[], side: Side): Promise<readonly Bucket[]> {
  const { rows } = await side.client.query<Bucket>(`
    SELECT min(key) AS first, md5(string_agg(hash, '' ORDER BY key)) AS hash FROM (
      SELECT key, hash, (row_number() OVER (ORDER BY key) - 1) / ${ROWS_PER_BUCKET} AS bucket
        FROM (${hashed(table, columns, side.schema)}) AS rows) AS numbered
    GROUP BY bucket ORDER BY bucket`);
  return rows;
}

/** Lower bound of the first difference: all earlier buckets are equal. Null when everything is. */
async function firstDifference(table: Table, columns: readonly string[], sides: Sides): Promise<string | null> {
  const [live, rebuilt] = await both(sides, (side) => bucketsOf(table, columns, side));
  const isEqual = (index: number): boolean => live[index]?.hash === rebuilt[index]?.hash;
  const buckets = live.length > rebuilt.length ? live : rebuilt;
  const found = buckets.findIndex((_bucket, index) => !isEqual(index));
  const keys = [live[found], rebuilt[found]].flatMap((bucket) => (bucket === undefined ? [] : [bucket.first]));
  return keys.sort(byBytes)[0] ?? null;
}

const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

interface HashedRow {
  readonly key: string;
  readonly hash: string;
  readonly row: Readonly<Record<string, unknown>>;
}

type Page = ReadonlyMap<string, HashedRow>;

async function pageFrom(table: Table, columns: readonly string[], side: Side, first: string): Promise<Page> {
  const { rows } = await side.client.query<HashedRow>(
    `SELECT * FROM (${hashed(table, columns, side.schema)}) AS rows WHERE key >= $1
      ORDER BY key LIMIT ${ROWS_PER_BUCKET}`,
    [first],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** The first bucket that differs: of a key beyond a full page nothing is known. */
async function rowDifferences(
  table: Table,
  columns: readonly string[],
  sides: Sides,
  first: string,
): Promise<readonly Difference[]> {
  const [live, rebuilt] = await both(sides, (side) => pageFrom(table, columns, side, first));
  const ends = [live, rebuilt].flatMap((page) => (page.size < ROWS_PER_BUCKET ? [] : [...page.keys()].slice(-1)));
  return [...new Set([...live.keys(), ...rebuilt.keys()])]
    .filter((key) => ends.every((end) => byBytes(key, end) <= 0))
    .sort(byBytes)
    .flatMap((key) => valueDifferences({ table: table.name, key }, columns, live.get(key), rebuilt.get(key)))
    .slice(0, MAX_DIFFERENCES);
}

function valueDifferences(
  about: Pick<Difference, 'table' | 'key'>,
  columns: readonly string[],
  live: HashedRow | undefined,
  rebuilt: HashedRow | undefined,
): readonly Difference[] {
  if (live?.hash === rebuilt?.hash) return [];
  if (live === undefined || rebuilt === undefined) {
    const textOf = (side: HashedRow | undefined): string | null => (side === undefined ? null : 'a row');
    return [{ ...about, column: null, live: textOf(live), rebuilt: textOf(rebuilt) }];
  }
  const shown = ({ row }: HashedRow, column: string): string => JSON.stringify(row[column]);
  return columns
    .map((column) => ({ ...about, column, live: shown(live, column), rebuilt: shown(rebuilt, column) }))
    .filter((difference) => difference.live !== difference.rebuilt);
}
