import { bodyWith, type WebhookOutboxRow, withReceiptUrl } from '../../../../read-models/webhooks/webhook-outbox';
import type { HttpDeps } from '../../deps';
import { receiptUrlOf } from '../../receipts/receipt-pages';
import { openedByRow } from '../../shared/opened';

type Told = Pick<WebhookOutboxRow, 'body' | 'external_user_id'>;

/** Each notification's body as it would be sent now. */
export const sentBodies = async <Row extends Told>(
  deps: Pick<HttpDeps, 'openAll' | 'receiptPages' | 'settings'>,
  rows: readonly Row[],
): Promise<(row: Row) => string> => {
  const externalIds = await openedByRow(deps, rows, (row) => row.external_user_id);
  return (row) => {
    const body = withReceiptUrl(row.body, (paymentId) => receiptUrlOf(deps, paymentId));
    return row.external_user_id === null ? body : bodyWith(body, externalIds.get(row) ?? null);
  };
};
