import type { Query } from '../../../read-models/table';
import type { GaugeSource } from '../gauge-source';

const [DUE, OLDEST] = ['lastro_webhook_outbox_due', 'lastro_webhook_outbox_oldest_age_seconds'];

/** Bounds the query's cost when a thousand receivers are away. */
const MOST_NOTIFICATIONS = 10_000;

/** Due: not being sent, and not waiting for a retry. */
const OUTBOX = `
  SELECT count(*)::int AS due, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest
  FROM (SELECT delivery_id, replays, created_at FROM lastro.webhook_outbox
    WHERE status = 'PENDING' AND destination_url IS NOT NULL LIMIT $1) AS pending
  LEFT JOIN lastro.webhook_attempts AS tried USING (delivery_id)
  WHERE tried.delivery_id IS NULL OR tried.replays < pending.replays
    OR (tried.outcome IS NULL AND tried.next_at <= clock_timestamp() AND tried.lease_until <= clock_timestamp())`;

interface OutboxRow {
  readonly due: number;
  readonly oldest: number;
}

export const webhookGauges = (query: Query): GaugeSource => ({
  name: 'webhooks',
  families: {
    [DUE]: { help: `Due notifications, among ${MOST_NOTIFICATIONS} open ones`, labels: [] },
    [OLDEST]: { help: 'Due time of the oldest notification; 0 without one', labels: [] },
  },
  read: async () => {
    const [row] = await query<OutboxRow>(OUTBOX, [MOST_NOTIFICATIONS]);
    if (row === undefined) throw new Error('the outbox does not answer');
    return [
      { name: DUE, value: row.due },
      { name: OLDEST, value: Math.max(0, row.oldest) },
    ];
  },
});
