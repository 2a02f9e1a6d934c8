/**
 * Yields the due items of one kind: `key`, `payload` (JSON, an `Item`) and `due_at`, longest due first. No limit here:
 * the claim leaves out held and resting items, and a page of only those would hide the rest.
 */
export interface DueQuery<Item> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The SQL expression of each part of an item; `text` is made of these, so that the two cannot differ. */
  readonly item: ItemColumns<Item>;
}

export type ItemColumns<Item> = { readonly [Part in keyof Item]-?: string };

interface Due<Item> {
  readonly with?: string;
  readonly key: string;
  readonly dueAt: string;
  readonly item: ItemColumns<Item>;
  /** From FROM on, without ORDER BY. */
  readonly source: string;
  readonly values: readonly unknown[];
}

export const dueQuery = <Item>({ with: tables = '', key, dueAt, item, source, values }: Due<Item>): DueQuery<Item> => {
  const parts = Object.entries<string>(item).map(([part, expression]) => `'${part}', ${expression}`);
  const columns = `${key} AS key, ${dueAt} AS due_at, jsonb_build_object(${parts.join(', ')}) AS payload`;
  return { text: `${tables} SELECT ${columns} ${source} ORDER BY 2`, values, item };
};
