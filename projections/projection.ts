import type { LedgerEvent, Metadata, Recorded } from '../aggregates/events';
import type { StreamPrefix } from '../aggregates/stream';
import type { Row, Table } from '../read-models/table';

export interface Change {
  readonly table: Table;
  readonly key: string;
  readonly row: Row | null;
}

export interface RowKey {
  readonly table: Table;
  readonly key: string;
}

/** The row after all earlier events. Only rows that `keys` named for the event may be read. */
export type Get = <R extends Row>(table: Table<R>, key: string) => R | undefined;

/** A pure map from events to rows: rows of `keys` are loaded, events applied, rows and checkpoint written together. */
export interface Projection<Name extends string = string, Prefix extends string = string> {
  readonly name: Name;
  /** Requests wait until this projection shows their writes, so it stays close to the log under load. */
  readonly isAwaited?: boolean;
  readonly tables: readonly Table[];
  readonly streamPrefixes: readonly Prefix[];
  /** Every row that the event reads; rows that are only written may be missing. */
  readonly keys: (event: Recorded) => readonly RowKey[];
  readonly apply: (event: Recorded, get: Get) => readonly Change[];
}

const CLOSINGS = 'closing-' satisfies StreamPrefix;

/** A projection of a stream also follows the closing of the stream. */
export const followedPrefixes = ({ streamPrefixes }: Pick<Projection, 'streamPrefixes'>): readonly string[] =>
  streamPrefixes.flatMap((prefix) => [prefix, `${CLOSINGS}${prefix}`]);

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

export type Handlers<Event extends LedgerEvent> = {
  readonly [Type in Event['type']]: (
    event: Recorded<Extract<Event, { readonly type: Type }>>,
    get: Get,
  ) => readonly Change[];
};

export const applyWith =
  <Event extends LedgerEvent>(handlers: Handlers<Event>): Projection['apply'] =>
  (event, get) => {
    const byType = handlers as unknown as { readonly [type: string]: (event: Recorded, get: Get) => readonly Change[] };
    return byType[event.type]?.(event, get) ?? [];
  };

export const nothing = (): readonly Change[] => [];

export const patch = <R extends Row>(
  table: Table<R>,
  get: Get,
  key: string,
  columns: Partial<R>,
): readonly Change[] => {
  const row = get(table, key);
  return row === undefined ? [] : [put(table, { ...row, ...columns })];
};

/** Throws when the event lacks a field that a row about money needs; its stream is then parked. */
export const present = <Name extends 'partnerId' | 'mode'>(
  { type, metadata }: Recorded,
  name: Name,
): NonNullable<Metadata[Name]> => {
  const value = metadata[name] as Metadata[Name] | undefined;
  if (value === null || value === undefined) throw new Error(`the metadata of ${type} has no ${name}`);
  return value;
};
