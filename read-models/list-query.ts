/** SQL with a `?` for each value. */
export type Clause = readonly [sql: string, ...values: readonly unknown[]];

export interface ListQuery {
  readonly select: string;
  readonly where: readonly (Clause | null)[];
  readonly ending: Clause;
}

export interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Only present filters: an optional condition such as `(a = $4 OR $4 IS NULL)` keeps the planner from the index. */
export const listStatement = ({ select, where, ending }: ListQuery): ListStatement => {
  const conditions = where.filter((clause) => clause !== null);
  const clauses = [...conditions, ending];
  const values = clauses.flatMap(([, ...own]) => own);
  const text = `${select} WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ${ending[0]}`;
  return { text: numbered(text), values };
};

export const joined = (parts: readonly ListStatement[], glue: (texts: readonly string[]) => string): ListStatement => {
  const values = parts.flatMap((part) => part.values);
  return { text: numbered(glue(parts.map(({ text }) => text.replaceAll(/\$\d+/g, '?')))), values };
};

const numbered = (text: string): string =>
  text.split('?').reduce((before, after, index) => `${before}$${index}${after}`);
