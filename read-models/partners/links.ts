import { type ListStatement, listStatement } from '../list-query';
import type { Mode } from '../mode';
import type { PartnerReader, PartnerScope } from '../reader';
import type { Query, Table } from '../table';
import type { SealedValue } from './partner-secrets';
import { PARTNER_STATUS } from './partners';

export type LinkRow = {
  readonly link_code: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly invoice_code: SealedValue;
  readonly amount_cents: string | null;
  readonly asset_id: number | null;
  readonly description: SealedValue | null;
  /** Orders the list: two links may share a millisecond. */
  readonly position_commit: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly removed_at: string | null;
};

export const links: Table<LinkRow> = {
  name: 'links',
  key: 'link_code',
  columns: {
    link_code: 'text',
    partner_id: 'text',
    mode: 'text',
    invoice_code: 'jsonb',
    amount_cents: 'numeric',
    asset_id: 'integer',
    description: 'jsonb',
    position_commit: 'bigint',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    removed_at: 'timestamptz',
  },
};

/** Live or removed. */
export const findLink = async (
  { query, partnerId, mode }: PartnerReader,
  linkCode: string,
): Promise<LinkRow | null> => {
  const rows = await query<LinkRow>(
    'SELECT * FROM lastro.links WHERE partner_id = $1 AND mode = $2 AND link_code = $3',
    [partnerId, mode, linkCode],
  );
  return rows[0] ?? null;
};

/** Live at `now` (ISO 8601), of a partner in good standing: any caller may resolve the link. */
export const findPublicLink = async (query: Query, linkCode: string, now: string): Promise<LinkRow | null> => {
  const rows = await query<LinkRow>(
    `SELECT l.* FROM lastro.links l JOIN lastro.partners p USING (partner_id)
      WHERE l.link_code = $1 AND l.removed_at IS NULL AND l.expires_at > $2 AND ${PARTNER_STATUS} = 'ACTIVE'`,
    [linkCode, now],
  );
  return rows[0] ?? null;
};

/** Live at `now` (ISO 8601). */
export const countLiveLinks = async ({ query, partnerId, mode }: PartnerReader, now: string): Promise<number> => {
  const rows = await query<{ readonly live: string }>(
    `SELECT count(*) AS live FROM lastro.links
      WHERE partner_id = $1 AND mode = $2 AND removed_at IS NULL AND expires_at > $3`,
    [partnerId, mode, now],
  );
  return Number(rows[0]?.live ?? 0);
};

export interface LinkPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listLinks = async (
  reader: PartnerReader,
  { limit, cursor }: LinkPage,
): Promise<readonly LinkRow[] | null> => {
  const after = cursor === undefined ? null : await findLink(reader, cursor);
  if (cursor !== undefined && after === null) return null;
  const { text, values } = linksPage(reader, limit, after);
  return reader.query<LinkRow>(text, values);
};

export const linksPage = (
  { partnerId, mode }: PartnerScope,
  limit: number,
  after: Pick<LinkRow, 'position_commit'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.links',
    where: [
      ['partner_id = ? AND mode = ? AND removed_at IS NULL', partnerId, mode],
      after && ['position_commit < ?::bigint', after.position_commit],
    ],
    ending: ['ORDER BY position_commit DESC LIMIT ?', limit + 1],
  });
