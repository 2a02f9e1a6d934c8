/** What a column can hold. Amounts and positions are digit strings, times ISO 8601 in UTC, structured values plain JSON. */
export type Value = readonly Value[] | { readonly [name: string]: Value } | string | number | boolean | null;

export type ColumnType = 'text' | 'numeric' | 'bigint' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb';

/** Rows are declared with `type`, so that they are plain records of values. */
export type Row = { readonly [column: string]: Value };

/**
 * A read model's table: `name` is also the base name of its `.sql` file, which is the truth about types, indexes and
 * grants. The key is one text column, so that any projection can load and write its rows in sets.
 */
export interface Table<R extends Row = Row> {
  readonly name: string;
  readonly key: keyof R & string;
  readonly columns: { readonly [Column in keyof R]: ColumnType };
}

/** Runs a parameterised query; rows arrive with `numeric` and `bigint` as text. */
export type Query = <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
