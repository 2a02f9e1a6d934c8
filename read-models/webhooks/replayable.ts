import { listStatement } from '../list-query';
import type { Mode } from '../mode';
import type { Query } from '../table';

// Across partners: never for the partners' surface.

export interface ReplayFilter {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly state: 'EXHAUSTED' | 'DELIVERED';
  /** Null: every event. */
  readonly event: string | null;
  /** Times of the webhooks' creation in ISO 8601, inclusive and exclusive; null: any. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Ids of finished webhooks, the oldest first. */
export const listReplayable = async (
  query: Query,
  { partnerId, mode, state, event, from, to }: ReplayFilter,
  limit: number,
): Promise<readonly string[]> => {
  const { text, values } = listStatement({
    select: 'SELECT delivery_id FROM lastro.webhook_outbox',
    where: [
      ['partner_id = ? AND mode = ? AND status = ?', partnerId, mode, state],
      event === null ? null : ['event = ?', event],
      from === null ? null : ['created_at >= ?::timestamptz', from],
      to === null ? null : ['created_at < ?::timestamptz', to],
    ],
    ending: ['ORDER BY created_at, position_commit, position_prepare LIMIT ?', limit],
  });
  const rows = await query<{ readonly delivery_id: string }>(text, values);
  return rows.map((row) => row.delivery_id);
};
