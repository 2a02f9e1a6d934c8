import type { Recorded } from '../../../../../aggregates/events';
import type { Get, Projection } from '../../../../../projections/projection';
import type { Row, Table } from '../../../../../read-models/table';

/** A projection's rows in memory, applied one event at a time: the plainest reading of what a projection is. */
export interface MemoryRows {
  readonly set: (table: Table, row: Row) => void;
  readonly apply: (event: Recorded) => void;
  readonly all: <R extends Row>(table: Table<R>) => readonly R[];
  readonly get: <R extends Row>(table: Table<R>, key: string) => R | undefined;
  /** Everything, sorted, for comparison. */
  readonly dump: () => Readonly<Record<string, readonly Row[]>>;
}

export const memoryRows = (projection: Projection): MemoryRows => {
  const tables = new Map(projection.tables.map(({ name }) => [name, new Map<string, Row>()]));
  const rowsOf = (table: Pick<Table, 'name'>): Map<string, Row> => {
    const rows = tables.get(table.name);
    if (rows === undefined) throw new Error(`${projection.name} has no table ${table.name}`);
    return rows;
  };
  const getFor = (event: Recorded): Get => {
    const named = new Set(projection.keys(event).map(({ table, key }) => `${table.name} ${key}`));
    return (table, key) => {
      if (!named.has(`${table.name} ${key}`)) throw new Error(`${event.type} reads ${table.name} ${key} unannounced`);
      return rowsOf(table).get(key) as never;
    };
  };
  return {
    set: (table, row) => void rowsOf(table).set(row[table.key] as string, row),
    apply: (event) => {
      for (const { table, key, row } of projection.apply(event, getFor(event))) {
        if (row === null) rowsOf(table).delete(key);
        else rowsOf(table).set(key, row);
      }
    },
    all: (table) => [...rowsOf(table).values()] as never,
    get: (table, key) => rowsOf(table).get(key) as never,
    dump: () =>
      Object.fromEntries(
        projection.tables.map((table) => [
          table.name,
          [...rowsOf(table)].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row),
        ]),
      ),
  };
};

/** The row that the events leave in a table. */
export const rowAfter = <R extends Row>(projection: Projection, table: Table<R>, ...events: readonly Recorded[]): R => {
  const rows = memoryRows(projection);
  events.forEach(rows.apply);
  const [first] = rows.all(table);
  if (first === undefined) throw new Error(`${table.name} is empty`);
  return first;
};
