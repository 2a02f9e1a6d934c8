import type { LedgerEvent, Metadata, Recorded } from '../aggregates/events';
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
export interface Projection<Name extends string = string, Prefix extends string = string> {
  readonly name: Name;
  /** A request waits until what it wrote can be seen here, so this projection is kept close to the log when it is busy. */
  readonly isAwaited?: boolean;
  readonly tables: readonly Table[];
  /** Only events of streams whose names begin like this are wanted. */
  readonly streamPrefixes: readonly Prefix[];
  /** Every row that the event reads; a row that is only written need not be named. */
  readonly keys: (event: Recorded) => readonly RowKey[];
  readonly apply: (event: Recorded, get: Get) => readonly Change[];
}

export const put = <R extends Row>(table: Table<R>, row: R): Change => ({
  table: table,
  key: row[table.key] as string,
  row,
});

export const remove = <R extends Row>(table: Table<R>, key: string): Change => ({
  table: table,
  key,
  row: null,
});

export const keyOf = <R extends Row>(table: Table<R>, key: string): RowKey => ({
  table: table,
  key,
});

/** One function per event of a family: the compiler names the event that a projection forgot. */
export type Handlers<Event extends LedgerEvent> = {
  readonly [Type in Event['type']]: (
    event: Recorded & Extract<Event, { readonly type: Type }>,
    get: Get,
  ) => readonly Change[];
};

/** Applies the event's own function; an event of a family that the projection does not follow changes nothing. */
export const applyWith =
  <Event extends LedgerEvent>(handlers: Handlers<Event>): Projection['apply'] =>
  (event, get) => {
    const byType = handlers as unknown as { readonly [type: string]: (event: Recorded, get: Get) => readonly Change[] };
    return byType[event.type]?.(event, get) ?? [];
  };

export const nothing = (): readonly Change[] => [];

/** The row with some columns changed, or nothing when there is no such row. */
export const patch = <R extends Row>(
  table: Table<R>,
  get: Get,
  key: string,
  columns: Partial<R>,
): readonly Change[] => {
  const row = get(table, key);
  return row === undefined ? [] : [put(table, { ...row, ...columns })];
};

/** What a row about money is never without. An event that lacks it is not applied, and its stream is parked. */
export const present = <Name extends 'partnerId' | 'mode'>(
  { type, metadata }: Recorded,
  name: Name,
): NonNullable<Metadata[Name]> => {
  const value = metadata[name] as Metadata[Name] | undefined;
  if (value === null || value === undefined) throw new Error(`the metadata of ${type} has no ${name}`);
  return value;
};
