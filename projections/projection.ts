import type { Recorded } from '../aggregates/events';
import type { Row, Table } from '../read-models/table';

/** One row to write (or, without `row`, to remove). */
export interface Change {
  readonly table: Table;
  readonly key: string;
  readonly row: Row | null;
}

export interface RowKey {
  readonly table: Table;
  readonly key: string;
}

/** The row as all earlier events have left it. Only rows that `keys` named for the event may be asked for. */
export type Get = <R extends Row>(table: Table<R>, key: string) => R | undefined;

/**
 * A pure map from events to rows. The projector loads the rows that `keys` names for a whole batch, applies the events
 * in order in memory, and writes rows and checkpoint in one transaction (design: architecture, "Event store and projections").
 */
export interface Projection {
  readonly name: string;
  readonly tables: readonly Table[];
  /** Only events of streams whose names begin like this are wanted. */
  readonly streamPrefixes: readonly string[];
  /** Every row that the event reads or changes. */
  readonly keys: (event: Recorded) => readonly RowKey[];
  readonly apply: (event: Recorded, get: Get) => readonly Change[];
}

export const put = <R extends Row>(table: Table<R>, row: R): Change => ({
  table: table as unknown as Table,
  key: row[table.key] as string,
  row,
});

export const remove = <R extends Row>(table: Table<R>, key: string): Change => ({
  table: table as unknown as Table,
  key,
  row: null,
});

export const keyOf = <R extends Row>(table: Table<R>, key: string): RowKey => ({
  table: table as unknown as Table,
  key,
});
