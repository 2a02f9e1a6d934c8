import type { Client } from 'pg';
import type { Recorded } from '../../../aggregates/events';
import type { Projection } from '../../../projections/projection';
import type { Row } from '../../../read-models/table';
import { copyRows } from '../../postgres/copy-rows';
import { foldRows, missingKeys } from '../rows/batch';
import { loadRows, type RowsByTable, writeRows } from '../rows/row-store';

export interface MemoryLimits {
  /** Over all tables. */
  readonly rows: number;
  /** Size of the rows as JSON, estimated by sampling. */
  readonly bytes: number;
}

export const MEMORY_LIMITS: MemoryLimits = { rows: 500_000, bytes: 192 * 1024 * 1024 };

/** A rebuild's tables, kept in memory while they fit, and written when flushed or too large. */
export interface ShadowRows {
  readonly apply: (events: readonly Recorded[]) => Promise<void>;
  readonly flush: () => Promise<void>;
}

type Rows = Map<string, Map<string, Row | null>>;

const emptyOf = ({ tables }: Projection): Rows => new Map(tables.map(({ name }) => [name, new Map()]));

const stateOf = (client: Client, schema: string, projection: Projection, limits: MemoryLimits) => ({
  ...{ client, schema, projection, limits },
  rows: emptyOf(projection),
  changed: emptyOf(projection),
  /** All rows are in memory, so a missing row does not exist. */
  isWhole: true,
  filled: new Set<string>(),
  sampled: { rows: 0, bytes: 0 },
});

type State = ReturnType<typeof stateOf>;

export function createShadowRows(
  client: Client,
  schema: string,
  projection: Projection,
  limits: MemoryLimits = MEMORY_LIMITS,
): ShadowRows {
  const state = stateOf(client, schema, projection, limits);
  return { apply: (events) => apply(state, events), flush: () => flush(state) };
}

async function apply(state: State, events: readonly Recorded[]): Promise<void> {
  const { client, schema, projection, rows } = state;
  if (!state.isWhole) {
    const missing = missingKeys(projection, events, (tableName, key) => rows.get(tableName)?.get(key));
    merge(rows, await loadRows(client, schema, missing));
  }
  const absent = state.isWhole ? null : undefined;
  const changed = foldRows(projection, events, (tableName, key) => {
    const row = rows.get(tableName)?.get(key);
    return row === undefined ? absent : row;
  });
  merge(rows, changed);
  merge(state.changed, changed);
  sample(state, changed);
  if (isTooLarge(state)) await spill(state);
}

function merge(target: Rows, changes: RowsByTable): void {
  for (const [tableName, changed] of changes) {
    const rows = target.get(tableName)!;
    for (const [key, row] of changed) rows.set(key, row);
  }
}

function sample({ sampled }: State, changes: RowsByTable): void {
  for (const changed of changes.values()) {
    const [row] = changed.values();
    if (row === undefined) continue;
    sampled.rows += 1;
    sampled.bytes += JSON.stringify(row).length;
  }
}

function isTooLarge({ rows, limits, sampled }: State): boolean {
  const count = [...rows.values()].reduce((sum, { size }) => sum + size, 0);
  return count > limits.rows || count * (sampled.bytes / Math.max(1, sampled.rows)) > limits.bytes;
}

async function spill(state: State): Promise<void> {
  await flush(state);
  for (const rows of state.rows.values()) rows.clear();
  state.isWhole = false;
}

async function flush({ client, schema, projection, changed, filled }: State): Promise<void> {
  for (const table of projection.tables) {
    const rows = changed.get(table.name)!;
    if (rows.size === 0) continue;
    if (filled.has(table.name)) await writeRows(client, schema, [table], changed);
    else await copyRows(client, schema, table, present(rows));
    filled.add(table.name);
    rows.clear();
  }
}

function* present(rows: ReadonlyMap<string, Row | null>): Generator<Row> {
  for (const row of rows.values()) if (row !== null) yield row;
}
