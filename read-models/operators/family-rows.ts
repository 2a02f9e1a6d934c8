import { FAMILIES, FAMILY_NAMES, type FamilyName } from '../../aggregates/families';
import type { Query } from '../table';

/** Where a family's rows are; each has `user_id`, `status`, `created_at` and `updated_at`. */
interface FamilyRows {
  readonly table: string;
  readonly id: string;
  /** SQL of the memos in its row, as a JSON array. */
  readonly memos: string;
  /** States in which the user cannot be erased, because the sealed data are still needed. */
  readonly needsSubjectWhile: readonly string[];
}

export const FAMILY_ROWS = {
  CASHOUT: {
    table: 'cashout_intents',
    id: 'intent_id',
    memos: 'jsonb_build_array(memo)',
    needsSubjectWhile: ['PENDING', 'PROCESSING'],
  },
  CASHIN: {
    table: 'cashin_intents',
    id: 'intent_id',
    memos: `'[]'::jsonb`,
    needsSubjectWhile: ['ACTIVE'],
  },
  WITHDRAW: {
    table: 'withdrawals',
    id: 'withdraw_id',
    memos: `'[]'::jsonb`,
    needsSubjectWhile: ['PROCESSING'],
  },
  KYC: { table: 'kyc_sessions', id: 'session_id', memos: `'[]'::jsonb`, needsSubjectWhile: [] },
} as const satisfies Readonly<Record<FamilyName, FamilyRows>>;

const EVERY: readonly (readonly [FamilyName, FamilyRows])[] = FAMILY_NAMES.map((name) => [name, FAMILY_ROWS[name]]);

const countIn = (rows: FamilyRows, index: number): string =>
  `(SELECT count(*) FROM lastro.${rows.table} WHERE user_id = $1 AND status = ANY($${index + 2}::text[]))`;

const COUNTED = EVERY.filter(([, { needsSubjectWhile }]) => needsSubjectWhile.length > 0).map(([, rows]) => rows);

/** Count of the user's open subjects that need his sealed data. */
export const countOpen = async (query: Query, userId: string): Promise<number> => {
  const rows = await query<{ readonly open: number }>(`SELECT (${COUNTED.map(countIn).join(' + ')})::int AS open`, [
    userId,
    ...COUNTED.map(({ needsSubjectWhile }) => needsSubjectWhile),
  ]);
  return rows[0]?.open ?? 0;
};

const OPERATED = EVERY.map(
  ([, { table }]) =>
    `EXISTS (SELECT FROM lastro.${table} WHERE user_id = $1 AND greatest(created_at, updated_at) >= $2)`,
).join(' OR ');

/** True when any subject of the user began or changed since. */
export const hasOperatedSince = async (query: Query, userId: string, since: string): Promise<boolean> => {
  const rows = await query<{ readonly operated: boolean }>(`SELECT (${OPERATED}) AS operated`, [userId, since]);
  return rows[0]?.operated !== false;
};

/** SQL: `memos` and `status` of the stream $2 with the id $1. */
export const SUBJECTS = EVERY.map(
  ([name, { table, id, memos }]) => `SELECT ${memos} AS memos, status FROM lastro.${table}
    WHERE '${FAMILIES[name].category}-' || $1 = $2 AND ${id} = $1`,
).join(' UNION ALL ');
