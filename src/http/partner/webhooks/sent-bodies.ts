import { bodyWith, type WebhookOutboxRow } from '../../../../read-models/webhook-outbox';
import type { HttpDeps } from '../../deps';
import { openedByRow } from '../../shared/opened';

type Told = Pick<WebhookOutboxRow, 'body' | 'external_user_id'>;

/** Each notification's body as it would be sent now. */
export const sentBodies = async <Row extends Told>(
  deps: Pick<HttpDeps, 'openAll'>,
  rows: readonly Row[],
): Promise<(row: Row) => string> => {
  const externalIds = await openedByRow(deps, rows, (row) => row.external_user_id);
  return (row) => (row.external_user_id === null ? row.body : bodyWith(row.body, externalIds.get(row) ?? null));
};
