import { listStatement } from '../list-query';
import type { Mode } from '../mode';
import { PARTNER_STATUS, type PartnerRow } from '../partners/partners';
import type { Query } from '../table';
import type { UserRow } from '../users/users';

// Spans all partners: never for the HTTP surface.

export interface OperatorPage {
  /** Positive; a result with one row more has a next page. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Newest first; null when the cursor (last id seen) is unknown. */
export const listPartners = async (
  query: Query,
  { limit, cursor }: OperatorPage,
): Promise<readonly PartnerRow[] | null> => {
  const [after] =
    cursor === undefined
      ? []
      : await query<PartnerRow>('SELECT * FROM lastro.partners WHERE partner_id = $1', [cursor]);
  if (cursor !== undefined && after === undefined) return null;
  const { text, values } = listStatement({
    select: `SELECT p.*, ${PARTNER_STATUS} AS status FROM lastro.partners p`,
    where: [
      ['true'],
      after
        ? ['(p.onboarded_at, p.partner_id) < (?::timestamptz, ?::text)', after.onboarded_at, after.partner_id]
        : null,
    ],
    ending: ['ORDER BY p.onboarded_at DESC, p.partner_id DESC LIMIT ?', limit + 1],
  });
  return query<PartnerRow>(text, values);
};

/** A user of any partner, erased or not. */
export const findAnyUser = async (query: Query, userId: string): Promise<UserRow | null> => {
  const rows = await query<UserRow>('SELECT * FROM lastro.users WHERE user_id = $1', [userId]);
  return rows[0] ?? null;
};

export const listPartnerIds = async (query: Query): Promise<readonly string[]> =>
  (await query<Pick<PartnerRow, 'partner_id'>>('SELECT partner_id FROM lastro.partners ORDER BY partner_id', [])).map(
    ({ partner_id: id }) => id,
  );

export const partnerNamesOf = async (query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await query<Pick<PartnerRow, 'partner_id' | 'name'>>(
    'SELECT partner_id, name FROM lastro.partners WHERE partner_id = ANY($1::text[])',
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.partner_id, row.name]));
};

/** Partners of exactly this name, in any case, newest first; at most 20. */
export const findPartnersNamed = (
  query: Query,
  name: string,
): Promise<readonly Pick<PartnerRow, 'partner_id' | 'onboarded_at'>[]> =>
  query(
    'SELECT partner_id, onboarded_at FROM lastro.partners WHERE lower(name) = lower($1) ORDER BY onboarded_at DESC LIMIT 20',
    [name],
  );

export interface UsersOf extends OperatorPage {
  readonly partnerId: string;
  readonly modes: readonly Mode[];
}

/** Newest first, without erased users; null when the cursor is not a user of the partner. */
export const listUsersOf = async (
  query: Query,
  { partnerId, modes, limit, cursor }: UsersOf,
): Promise<readonly UserRow[] | null> => {
  const after = cursor === undefined ? null : await findAnyUser(query, cursor);
  if (cursor !== undefined && after?.partner_id !== partnerId) return null;
  const pages = await Promise.all(
    modes.map((mode) => {
      const { text, values } = listStatement({
        select: 'SELECT * FROM lastro.users',
        where: [
          ['partner_id = ? AND mode = ? AND NOT erased', partnerId, mode],
          after && ['(created_at, user_id) < (?::timestamptz, ?::text)', after.created_at, after.user_id],
        ],
        ending: ['ORDER BY created_at DESC, user_id DESC LIMIT ?', limit + 1],
      });
      return query<UserRow>(text, values);
    }),
  );
  return pages
    .flat()
    .sort(newestFirst)
    .slice(0, limit + 1);
};

const newestFirst = (left: UserRow, right: UserRow): number =>
  left.created_at === right.created_at
    ? compare(right.user_id, left.user_id)
    : compare(right.created_at, left.created_at);

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

/** Without erased users, by id, after `after`. */
export const listUserIds = async (query: Query, after: string, limit: number): Promise<readonly string[]> => {
  const rows = await query<Pick<UserRow, 'user_id'>>(
    'SELECT user_id FROM lastro.users WHERE user_id > $1 AND NOT erased ORDER BY user_id LIMIT $2',
    [after, limit],
  );
  return rows.map(({ user_id: userId }) => userId);
};

export const listUsersById = (query: Query, userIds: readonly string[]): Promise<readonly UserRow[]> =>
  query<UserRow>(
    'SELECT * FROM lastro.users WHERE user_id = ANY($1::text[]) AND NOT erased ORDER BY created_at DESC, user_id DESC',
    [userIds],
  );
