/** Due items of one kind, longest due first. No limit: a page of only held and resting items would hide the rest. */
export interface DueQuery<Item> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The SQL expression of each part of an item; `text` is built from these, so that the two cannot differ. */
  readonly item: ItemColumns<Item>;
}

export type ItemColumns<Item> = { readonly [Part in keyof Item]-?: string };

interface Due<Item> {
  readonly with?: string;
  readonly key: string;
  readonly dueAt: string;
  readonly item: ItemColumns<Item>;
  readonly source: string;
  readonly values: readonly unknown[];
}

export const dueQuery = <Item>({ with: tables = '', key, dueAt, item, source, values }: Due<Item>): DueQuery<Item> => {
  const parts = Object.entries<string>(item).map(([part, expression]) => `'${part}', ${expression}`);
  const columns = `${key} AS key, ${dueAt} AS due_at, jsonb_build_object(${parts.join(', ')}) AS payload`;
  return { text: `${tables} SELECT ${columns} ${source} ORDER BY 2`, values, item };
};
