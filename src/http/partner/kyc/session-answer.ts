import type { KycSessionRow } from '../../../../read-models/kyc-sessions';
import type { HttpDeps } from '../../deps';
import { openedByRow } from '../../shared/opened';
import type { KycSessionAnswer } from './kyc-answers.dto';

/** What the rows say, with what can still be opened. */
export const sessionAnswers = async (
  deps: Pick<HttpDeps, 'openAll'>,
  rows: readonly KycSessionRow[],
): Promise<(row: KycSessionRow) => KycSessionAnswer> => {
  const [externalIds, urls] = await Promise.all([
    openedByRow(deps, rows, (row) => row.external_user_id),
    openedByRow(deps, rows, (row) => row.web_view_url),
  ]);
  return (row) => ({
    sessionId: row.session_id,
    externalUserId: externalIds.get(row) ?? null,
    type: row.person_type,
    provider: row.provider,
    status: row.status,
    webViewUrl: urls.get(row) ?? null,
    documentMasked: row.document_masked,
    rejectionReason: row.rejection_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    lastSyncAt: row.synced_at,
  });
};

/** The row as the command left it, for when the projection has not caught up. */
export const sessionAnswer = async (deps: Pick<HttpDeps, 'openAll'>, row: KycSessionRow): Promise<KycSessionAnswer> =>
  (await sessionAnswers(deps, [row]))(row);
