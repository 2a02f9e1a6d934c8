import type { Mode } from '../../mode';
import type { Query } from '../../table';

// Across partners: never for the partners' surface.

interface Waiting {
  readonly partner_id: string;
  readonly mode: Mode;
  readonly since: string;
}

export interface ReviewRow extends Waiting {
  readonly session_id: string;
  readonly user_id: string;
}

/** KYC sessions in review, the oldest first. */
export const listReviews = (query: Query, limit: number): Promise<readonly ReviewRow[]> =>
  query<ReviewRow>(
    `SELECT session_id, user_id, partner_id, mode, updated_at AS since FROM lastro.kyc_sessions
      WHERE status = 'IN_REVIEW' AND status IN ('PENDING', 'IN_PROGRESS', 'IN_REVIEW') ORDER BY updated_at LIMIT $1`,
    [limit],
  );

export interface ExhaustedRow extends Waiting {
  readonly delivery_id: string;
  readonly event: string;
  readonly correlation_key: string;
}

/** Webhooks that are sent no more without an operator or the partner, the newest first. */
export const listExhausted = (query: Query, limit: number): Promise<readonly ExhaustedRow[]> =>
  query<ExhaustedRow>(
    `SELECT delivery_id, event, correlation_key, partner_id, mode, finished_at AS since FROM lastro.webhook_outbox
      WHERE status = 'EXHAUSTED' ORDER BY finished_at DESC LIMIT $1`,
    [limit],
  );

export interface DeliveryOwner extends Pick<Waiting, 'partner_id' | 'mode'> {
  readonly status: string;
}

export const findDeliveryOwner = async (query: Query, deliveryId: string): Promise<DeliveryOwner | null> => {
  const rows = await query<DeliveryOwner>(
    'SELECT partner_id, mode, status FROM lastro.webhook_outbox WHERE delivery_id = $1',
    [deliveryId],
  );
  return rows[0] ?? null;
};
