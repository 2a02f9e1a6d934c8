import type { Recorded } from '../../../aggregates/events';
import { followedPrefixes, type Get, type Projection } from '../../../projections/projection';
import type { Row, Table } from '../../../read-models/table';

export type Rows = <R extends Row>(table: Table<R>) => readonly R[];

const follows = (projection: Projection, stream: string): boolean =>
  followedPrefixes(projection).some((prefix) => stream.startsWith(prefix));

/** Folds the events with the projections that the tables are made by. */
export const foldedRows = (projections: readonly Projection[], events: readonly Recorded[]): Rows => {
  const tables = new Map<string, Map<string, Row>>();
  const rowsIn = (name: string): Map<string, Row> => {
    const rows = tables.get(name) ?? new Map<string, Row>();
    tables.set(name, rows);
    return rows;
  };
  const get = ((table: Table, key: string) => rowsIn(table.name).get(key)) as Get;
  for (const event of events) {
    const changes = projections
      .filter((projection) => follows(projection, event.stream))
      .flatMap((projection) => projection.apply(event, get));
    for (const { table, key, row } of changes) {
      if (row === null) rowsIn(table.name).delete(key);
      else rowsIn(table.name).set(key, row);
    }
  }
  return <R extends Row>({ name }: Table<R>) => [...rowsIn(name).values()] as unknown as readonly R[];
};
