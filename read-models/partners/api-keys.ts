import { type ListStatement, listStatement } from '../list-query';
import type { Mode } from '../mode';
import type { PartnerReader, PartnerScope } from '../reader';
import type { Query, Table } from '../table';
import { isDenied } from './denials';
import { PARTNER_ALLOWLIST, PARTNER_STATUS, type PartnerRow } from './partners';

export type ApiKeyRow = {
  readonly key_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly key_hash: string;
  readonly name: string | null;
  readonly prefix: string;
  readonly last4: string;
  readonly status: 'ACTIVE' | 'REVOKED';
  readonly created_at: string;
  readonly revoked_at: string | null;
  /** Revision of the event that wrote the row last; null in older rows. */
  readonly revision: number | null;
};

/** Keys by the hash of their text, which is not stored. */
export const apiKeys: Table<ApiKeyRow> = {
  name: 'api_keys',
  key: 'key_id',
  columns: {
    key_id: 'text',
    partner_id: 'text',
    mode: 'text',
    key_hash: 'text',
    name: 'text',
    prefix: 'text',
    last4: 'text',
    status: 'text',
    created_at: 'timestamptz',
    revoked_at: 'timestamptz',
    revision: 'integer',
  },
};

export type KeyHolder = Pick<ApiKeyRow, 'key_id' | 'partner_id' | 'mode'> & {
  readonly key_status: ApiKeyRow['status'];
  readonly partner_status: PartnerRow['status'];
  readonly ip_allowlist: readonly string[];
  readonly requests_per_minute: PartnerRow['requests_per_minute'];
};

export const findKeyHolders = async (
  query: Query,
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, KeyHolder>> => {
  const rows = await query<KeyHolder & Pick<ApiKeyRow, 'key_hash'>>(
    `SELECT k.key_hash, k.key_id, k.partner_id, k.mode,
            CASE WHEN ${isDenied('API_KEY', 'k.key_id', 'k.revision')} THEN 'REVOKED' ELSE k.status END AS key_status,
            ${PARTNER_STATUS} AS partner_status, ${PARTNER_ALLOWLIST} AS ip_allowlist,
            p.requests_per_minute
       FROM lastro.api_keys k JOIN lastro.partners p USING (partner_id) WHERE k.key_hash = ANY($1::text[])`,
    [keyHashes],
  );
  return new Map(rows.map(({ key_hash, ...holder }) => [key_hash, holder]));
};

export const listApiKeys = async ({ query, partnerId, mode }: PartnerReader): Promise<readonly ApiKeyRow[]> =>
  query<ApiKeyRow>(
    'SELECT * FROM lastro.api_keys WHERE partner_id = $1 AND mode = $2 ORDER BY created_at DESC, key_id DESC',
    [partnerId, mode],
  );

/** Live or revoked. */
export const findApiKey = async (
  { query, partnerId, mode }: PartnerReader,
  keyId: string,
): Promise<ApiKeyRow | null> => {
  const rows = await query<ApiKeyRow>(
    'SELECT * FROM lastro.api_keys WHERE partner_id = $1 AND mode = $2 AND key_id = $3',
    [partnerId, mode, keyId],
  );
  return rows[0] ?? null;
};

export interface ApiKeyPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const pageOfApiKeys = async (
  reader: PartnerReader,
  { limit, cursor }: ApiKeyPage,
): Promise<readonly ApiKeyRow[] | null> => {
  const after = cursor === undefined ? null : await findApiKey(reader, cursor);
  if (cursor !== undefined && after === null) return null;
  const { text, values } = apiKeysPage(reader, limit, after);
  return reader.query<ApiKeyRow>(text, values);
};

export const apiKeysPage = (
  { partnerId, mode }: PartnerScope,
  limit: number,
  after: Pick<ApiKeyRow, 'created_at' | 'key_id'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.api_keys',
    where: [
      ['partner_id = ? AND mode = ?', partnerId, mode],
      after && ['(created_at, key_id) < (?::timestamptz, ?::text)', after.created_at, after.key_id],
    ],
    ending: ['ORDER BY created_at DESC, key_id DESC LIMIT ?', limit + 1],
  });
