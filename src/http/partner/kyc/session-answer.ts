import type { KycSessionRow } from '../../../../read-models/users/kyc-sessions';
import type { HttpDeps } from '../../deps';
import { openedByRow } from '../../shared/opened';
import type { KycSessionAnswer } from './kyc-answers.dto';

/** Answers from the rows, with the sealed values that can still be opened. */
export const sessionAnswers = async (
  deps: Pick<HttpDeps, 'openAll'>,
  rows: readonly KycSessionRow[],
): Promise<(row: KycSessionRow) => KycSessionAnswer> => {
  const cells = new Map(
    rows.map((row) => [row, { id: { sealed: row.external_user_id }, url: { sealed: row.web_view_url } }]),
  );
  const all = [...cells.values()].flatMap(({ id, url }) => [id, url]);
  const texts = await openedByRow(deps, all, ({ sealed }) => sealed);
  const textOf = (cell: (typeof all)[number] | undefined): string | null =>
    cell === undefined ? null : (texts.get(cell) ?? null);
  return (row) => ({
    sessionId: row.session_id,
    externalUserId: textOf(cells.get(row)?.id),
    type: row.person_type,
    provider: row.provider,
    status: row.status,
    webViewUrl: textOf(cells.get(row)?.url),
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
