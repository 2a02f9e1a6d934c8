import { type ListStatement, listStatement } from '../list-query';
import type { Mode } from '../mode';
import { deniedValue, isDenied } from '../partners/denials';
import type { SealedValue } from '../partners/partner-secrets';
import { PARTNER_ALLOWLIST, PARTNER_STATUS, type PartnerRow } from '../partners/partners';
import type { PartnerReader, PartnerScope } from '../reader';
import type { Query, Table } from '../table';

export type UserRow = {
  readonly user_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly external_user_id: SealedValue | null;
  readonly pubkey: string | null;
  readonly blockchain: string | null;
  readonly kyc_status: 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED';
  readonly blocked: boolean;
  readonly erased: boolean;
  readonly created_at: string;
  readonly revision: number | null;
};

export const users: Table<UserRow> = {
  name: 'users',
  key: 'user_id',
  columns: {
    user_id: 'text',
    partner_id: 'text',
    mode: 'text',
    external_user_id: 'jsonb',
    pubkey: 'text',
    blockchain: 'text',
    kyc_status: 'text',
    blocked: 'boolean',
    erased: 'boolean',
    created_at: 'timestamptz',
    revision: 'integer',
  },
};

export const shownKycStatus = (row: Pick<UserRow, 'blocked' | 'kyc_status'>): UserRow['kyc_status'] | 'BLOCKED' =>
  row.blocked ? 'BLOCKED' : row.kyc_status;

/** Erased users are not found. */
export const findUser = async ({ query, partnerId, mode }: PartnerReader, userId: string): Promise<UserRow | null> => {
  const rows = await query<UserRow>(
    'SELECT * FROM lastro.users WHERE user_id = $1 AND partner_id = $2 AND mode = $3 AND NOT erased',
    [userId, partnerId, mode],
  );
  return rows[0] ?? null;
};

/** On any chain, because a token request does not name one. */
export const findUsersByPubkey = async (
  { query, partnerId, mode }: PartnerReader,
  pubkey: string,
): Promise<readonly UserRow[]> =>
  query<UserRow>(
    'SELECT * FROM lastro.users WHERE partner_id = $1 AND mode = $2 AND pubkey = $3 AND NOT erased LIMIT 2',
    [partnerId, mode, pubkey],
  );

/** SQL of the standing of the user `u`, including denials later than the row. */
const BLOCKED = `coalesce((${deniedValue('USER_BLOCK', 'u.user_id', 'u.revision')})::boolean, u.blocked)`;
const KYC_STATUS = `coalesce(${deniedValue('KYC_STATUS', 'u.user_id', 'u.revision')} #>> '{}', u.kyc_status)`;
const IS_THERE = `NOT u.erased AND NOT ${isDenied('USER', 'u.user_id', 'u.revision')}`;

export type TokenHolder = Pick<
  UserRow,
  'user_id' | 'partner_id' | 'mode' | 'pubkey' | 'kyc_status' | 'blocked' | 'external_user_id'
> & {
  readonly partner_status: PartnerRow['status'];
  readonly ip_allowlist: readonly string[];
  readonly fee_markup_basis_points: number;
  readonly features: PartnerRow['features'];
};

/** Standing of users and their partners, by user id; erased users are absent. */
export const findTokenHolders = async (
  query: Query,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, TokenHolder>> => {
  const rows = await query<TokenHolder>(
    `SELECT u.user_id, u.partner_id, u.mode, u.pubkey, u.external_user_id, ${KYC_STATUS} AS kyc_status, ${BLOCKED} AS blocked,
            ${PARTNER_STATUS} AS partner_status, ${PARTNER_ALLOWLIST} AS ip_allowlist, p.fee_markup_basis_points,
            p.features
       FROM lastro.users u JOIN lastro.partners p USING (partner_id)
      WHERE u.user_id = ANY($1::text[]) AND ${IS_THERE}`,
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, row]));
};

export const findStandings = async (
  query: Query,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnType<typeof shownKycStatus>>> => {
  const rows = await query<Pick<UserRow, 'user_id' | 'kyc_status' | 'blocked'>>(
    `SELECT u.user_id, ${KYC_STATUS} AS kyc_status, ${BLOCKED} AS blocked
       FROM lastro.users u WHERE u.user_id = ANY($1::text[]) AND ${IS_THERE}`,
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, shownKycStatus(row)]));
};

export interface UserPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Null: an unknown user, so no rows. */
  readonly userId?: string | null | undefined;
  readonly pubkey?: string | undefined;
}

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listUsers = async (reader: PartnerReader, page: UserPage): Promise<readonly UserRow[] | null> => {
  const after = page.cursor === undefined ? null : await findUser(reader, page.cursor);
  if (page.cursor !== undefined && after === null) return null;
  const { text, values } = usersPage(reader, page, after);
  return reader.query<UserRow>(text, values);
};

export const usersPage = (
  { partnerId, mode }: PartnerScope,
  { limit, userId, pubkey }: Omit<UserPage, 'cursor'>,
  after: Pick<UserRow, 'created_at' | 'user_id'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.users',
    where: [
      ['partner_id = ? AND mode = ? AND NOT erased', partnerId, mode],
      userId === undefined ? null : ['user_id = ?', userId],
      pubkey === undefined ? null : ['pubkey = ?', pubkey],
      after && ['(created_at, user_id) < (?::timestamptz, ?::text)', after.created_at, after.user_id],
    ],
    ending: ['ORDER BY created_at DESC, user_id DESC LIMIT ?', limit + 1],
  });
