import type { Pool } from 'pg';

type Asked = string | { readonly text: string; readonly values?: unknown[] };

/** The pool with another `query`, which gets the text of prepared statements too. */
export const poolWith = (pool: Pool, query: (text: string, values: unknown[]) => unknown): Pool => {
  const asked = (statement: Asked, values: unknown[] = []): unknown =>
    typeof statement === 'string' ? query(statement, values) : query(statement.text, statement.values ?? []);
  return new Proxy(pool, {
    get: (target, name) => (name === 'query' ? asked : (Reflect.get(target, name) as unknown)),
  });
};
