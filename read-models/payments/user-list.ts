import { type Clause, type ListStatement, listStatement } from '../list-query';
import type { UserReader, UserScope } from '../reader';
import type { Row, Table } from '../table';

export interface UserPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface UserList<R extends Row, Page extends UserPage> {
  readonly table: Pick<Table<R>, 'name' | 'key'>;
  readonly filtersOf: (page: Page) => readonly (Clause | null)[];
}

const OF_USER = 'partner_id = ? AND mode = ? AND user_id = ?';

export const findOfUser = async <R extends Row>(
  { name, key }: Pick<Table<R>, 'name' | 'key'>,
  { query, partnerId, mode, userId }: UserReader,
  id: string,
): Promise<R | null> => {
  const text = `SELECT * FROM lastro.${name} WHERE ${key} = $1 AND partner_id = $2 AND mode = $3 AND user_id = $4`;
  return (await query<R>(text, [id, partnerId, mode, userId]))[0] ?? null;
};

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listOfUser = async <R extends Row, Page extends UserPage>(
  list: UserList<R, Page>,
  reader: UserReader,
  page: Page,
): Promise<readonly R[] | null> => {
  const after = page.cursor === undefined ? null : await findOfUser(list.table, reader, page.cursor);
  if (page.cursor !== undefined && after === null) return null;
  const { text, values } = pageOfUser(list, reader, page, after);
  return reader.query<R>(text, values);
};

export const pageOfUser = <R extends Row, Page extends UserPage>(
  { table: { name, key }, filtersOf }: UserList<R, Page>,
  { partnerId, mode, userId }: UserScope,
  page: Page,
  after: Row | null,
): ListStatement =>
  listStatement({
    select: `SELECT * FROM lastro.${name}`,
    where: [
      [OF_USER, partnerId, mode, userId],
      ...filtersOf(page),
      after && [`(created_at, ${key}) < (?::timestamptz, ?::text)`, after['created_at'], after[key]],
    ],
    ending: [`ORDER BY created_at DESC, ${key} DESC LIMIT ?`, page.limit + 1],
  });
