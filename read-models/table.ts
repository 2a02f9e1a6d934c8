/** Amounts and positions are digit strings, times ISO 8601 in UTC, structured values plain JSON. */
export type Value = readonly Value[] | { readonly [name: string]: Value } | string | number | boolean | null;

export type ColumnType = 'text' | 'numeric' | 'bigint' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb';

/** Declare rows with `type`: an interface is no record of values. */
export type Row = { readonly [column: string]: Value };

/** `name` is the base name of the `.sql` file. The key is one text column, for writes in sets. */
export interface Table<R extends Row = Row> {
  readonly name: string;
  readonly key: keyof R & string;
  readonly columns: { readonly [Column in keyof R]: ColumnType };
}

/** `numeric` and `bigint` arrive as text. */
export type Query = <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
