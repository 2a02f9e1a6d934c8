import type { Table } from '../../../read-models/table';
import { columnsOf, type HashedRow, hashBuckets, hashedRows, jsonRow, type Sides } from './table-hash';

export interface Difference {
  readonly table: string;
  /** Null when the difference is the table's. */
  readonly key: string | null;
  /** Null when only one side has the row. */
  readonly column: string | null;
  readonly live: string | null;
  readonly rebuilt: string | null;
}

const MAX_DIFFERENCES = 10;

/** The first differences, in key order; empty when equal. */
export async function compareTable(table: Table, sides: Sides): Promise<readonly Difference[]> {
  const [live, rebuilt] = await Promise.all([columnsOf(table, sides.live), columnsOf(table, sides.rebuilt)]);
  const shape = columnDifferences(table, live, rebuilt);
  const common = rebuilt.filter((column) => live.includes(column));
  if (!common.includes(table.key)) return shape;
  const first = await firstDifference(table, common, sides);
  return first === null ? shape : [...shape, ...(await rowDifferences(table, common, sides, first))];
}

function columnDifferences(table: Table, live: readonly string[], rebuilt: readonly string[]): readonly Difference[] {
  const about = { table: table.name, key: null };
  const onlyLive = live.filter((column) => !rebuilt.includes(column));
  const onlyRebuilt = rebuilt.filter((column) => !live.includes(column));
  return [
    ...onlyLive.map((column) => ({ ...about, column, live: 'a column', rebuilt: null })),
    ...onlyRebuilt.map((column) => ({ ...about, column, live: null, rebuilt: 'a column' })),
  ];
}

/** Lower bound of the first difference: all earlier buckets are equal. Null when everything is. */
async function firstDifference(table: Table, columns: readonly string[], sides: Sides): Promise<string | null> {
  const [live, rebuilt] = await Promise.all([
    hashBuckets(table, columns, sides.live),
    hashBuckets(table, columns, sides.rebuilt),
  ]);
  for (let index = 0; index < Math.max(live.length, rebuilt.length); index += 1) {
    const [left, right] = [live[index], rebuilt[index]];
    if (left !== undefined && right !== undefined && left.hash === right.hash) continue;
    const keys = [left, right].flatMap((bucket) => (bucket === undefined ? [] : [bucket.first]));
    return keys.sort(byBytes)[0] ?? null;
  }
  return null;
}

const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

async function rowDifferences(
  table: Table,
  columns: readonly string[],
  sides: Sides,
  first: string,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for await (const key of differingKeys(
    hashedRows(table, columns, sides.live, first),
    hashedRows(table, columns, sides.rebuilt, first),
  )) {
    const [live, rebuilt] = await Promise.all([jsonRow(table, sides.live, key), jsonRow(table, sides.rebuilt, key)]);
    found.push(...valueDifferences(table, columns, key, [live, rebuilt]));
    if (found.length >= MAX_DIFFERENCES) break;
  }
  return found.slice(0, MAX_DIFFERENCES);
}

async function* differingKeys(
  live: AsyncIterator<HashedRow>,
  rebuilt: AsyncIterator<HashedRow>,
): AsyncGenerator<string> {
  let [left, right] = [await take(live), await take(rebuilt)];
  while (left !== null || right !== null) {
    const order = left === null ? 1 : right === null ? -1 : byBytes(left.key, right.key);
    if (order !== 0 || left?.hash !== right?.hash) yield (order <= 0 ? left : right)!.key;
    const next: [HashedRow | null, HashedRow | null] = [
      order <= 0 ? await take(live) : left,
      order >= 0 ? await take(rebuilt) : right,
    ];
    [left, right] = next;
  }
}

async function take(rows: AsyncIterator<HashedRow>): Promise<HashedRow | null> {
  const next = await rows.next();
  return next.done === true ? null : next.value;
}

type JsonRow = Readonly<Record<string, unknown>> | null;

function valueDifferences(
  table: Table,
  columns: readonly string[],
  key: string,
  [live, rebuilt]: readonly [JsonRow, JsonRow],
): readonly Difference[] {
  const about = { table: table.name, key };
  if (live === null || rebuilt === null) {
    const text = (row: JsonRow): string | null => (row === null ? null : 'a row');
    return [{ ...about, column: null, live: text(live), rebuilt: text(rebuilt) }];
  }
  return columns
    .map((column) => ({
      ...about,
      column,
      live: JSON.stringify(live[column]),
      rebuilt: JSON.stringify(rebuilt[column]),
    }))
    .filter((difference) => difference.live !== difference.rebuilt);
}
