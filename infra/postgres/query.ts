import { createHash } from 'node:crypto';
import { types as defaults, type Pool, type QueryResultRow } from 'pg';
import type { Query } from '../../read-models/table';

const TIMESTAMPTZ = 1184;

/** Times arrive as ISO 8601 text, as in events. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ
      ? (text: string) => new Date(text).toISOString()
      : (defaults.getTypeParser as (oid: number, format?: string) => (text: string) => unknown)(oid, format),
};

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly types: typeof types;
}

/** Statements are constants, so each text is one prepared statement per connection. */
export const namedStatements = (): ((text: string, values: readonly unknown[]) => Statement) => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash('sha1').update(text).digest('hex');
    names.set(text, name);
    return name;
  };
  return (text, values) => ({ name: nameOf(text), text, values: [...values], types });
};

export const createQuery = (pool: Pick<Pool, 'query'>): Query => {
  const statement = namedStatements();
  return async <R>(text: string, values: readonly unknown[]): Promise<readonly R[]> => {
    const result = await pool.query<QueryResultRow>(statement(text, values));
    return result.rows as unknown as readonly R[];
  };
};
