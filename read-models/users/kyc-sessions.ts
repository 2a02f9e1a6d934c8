import { type ListStatement, listStatement } from '../list-query';
import type { Mode } from '../mode';
import type { SealedValue } from '../partners/partner-secrets';
import type { PartnerReader, PartnerScope } from '../reader';
import type { Query, Table } from '../table';

export type KycSessionRow = {
  readonly session_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly user_id: string;
  readonly session_number: number;
  readonly person_type: 'PF' | 'PJ';
  readonly provider: string;
  readonly status: 'PENDING' | 'IN_PROGRESS' | 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'EXPIRED';
  readonly document_masked: string;
  readonly external_user_id: SealedValue;
  readonly web_view_url: SealedValue | null;
  readonly rejection_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
  /** Time of the provider's last news. */
  readonly synced_at: string | null;
  readonly status_revision: number;
  readonly followed_revision: number;
  readonly status_event_id: string;
  readonly data_erased_at: string | null;
};

export const kycSessions: Table<KycSessionRow> = {
  name: 'kyc_sessions',
  key: 'session_id',
  columns: {
    session_id: 'text',
    partner_id: 'text',
    mode: 'text',
    user_id: 'text',
    session_number: 'integer',
    person_type: 'text',
    provider: 'text',
    status: 'text',
    document_masked: 'text',
    external_user_id: 'jsonb',
    web_view_url: 'jsonb',
    rejection_reason: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    completed_at: 'timestamptz',
    synced_at: 'timestamptz',
    status_revision: 'integer',
    followed_revision: 'integer',
    status_event_id: 'text',
    data_erased_at: 'timestamptz',
  },
};

export const findKycSession = async (
  { query, partnerId, mode }: PartnerReader,
  sessionId: string,
): Promise<KycSessionRow | null> => {
  const rows = await query<KycSessionRow>(
    'SELECT * FROM lastro.kyc_sessions WHERE session_id = $1 AND partner_id = $2 AND mode = $3',
    [sessionId, partnerId, mode],
  );
  return rows[0] ?? null;
};

/** The user's latest; null when there is none. */
export const findLatestKycSession = async (reader: PartnerReader, userId: string): Promise<KycSessionRow | null> => {
  const { text, values } = kycSessionsPage(reader, { limit: 0, userId }, null);
  return (await reader.query<KycSessionRow>(text, values))[0] ?? null;
};

export const latestSessionNumber = async (query: Query, userId: string): Promise<number> => {
  const rows = await query<{ readonly latest: number }>(
    'SELECT coalesce(max(session_number), 0) AS latest FROM lastro.kyc_sessions WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.latest ?? 0;
};

export interface KycSessionPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: KycSessionRow['status'] | undefined;
  /** Null: an unknown user, so no rows. */
  readonly userId?: string | null | undefined;
}

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listKycSessions = async (
  reader: PartnerReader,
  page: KycSessionPage,
): Promise<readonly KycSessionRow[] | null> => {
  const after = page.cursor === undefined ? null : await findKycSession(reader, page.cursor);
  if (page.cursor !== undefined && after === null) return null;
  const { text, values } = kycSessionsPage(reader, page, after);
  return reader.query<KycSessionRow>(text, values);
};

export const kycSessionsPage = (
  { partnerId, mode }: PartnerScope,
  { status, userId, limit }: Omit<KycSessionPage, 'cursor'>,
  after: Pick<KycSessionRow, 'created_at' | 'session_id'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.kyc_sessions',
    where: [
      ['partner_id = ? AND mode = ?', partnerId, mode],
      status === undefined ? null : ['status = ?', status],
      userId === undefined ? null : ['user_id = ?', userId],
      after && ['(created_at, session_id) < (?::timestamptz, ?::text)', after.created_at, after.session_id],
    ],
    ending: ['ORDER BY created_at DESC, session_id DESC LIMIT ?', limit + 1],
  });
