import type { PartnerReader } from './reader';
import type { WebhookOutboxRow } from './webhook-outbox';

/** One attempt at one delivery. */
export interface DeliveryAttempt {
  readonly attempt: number;
  readonly at: string;
  readonly durationMs: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
}

/** A notification with what has been tried; the counts are those of its latest sending. */
export type DeliveryRow = Pick<
  WebhookOutboxRow,
  | 'delivery_id'
  | 'event'
  | 'correlation_key'
  | 'body'
  | 'destination_url'
  | 'status'
  | 'position_commit'
  | 'position_prepare'
  | 'created_at'
  | 'finished_at'
  | 'replays'
> & {
  readonly attempts: number;
  /** Null when nothing more is to be tried. */
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  /** The last ten, of all sendings. */
  readonly history: readonly DeliveryAttempt[];
};

const COLUMNS = `o.delivery_id, o.event, o.correlation_key, o.body, o.destination_url, o.status,
  o.position_commit, o.position_prepare, o.created_at, o.finished_at, o.replays,
  coalesce(t.attempts, 0) AS attempts,
  CASE WHEN o.status = 'PENDING' AND t.outcome IS NULL THEN coalesce(t.next_at, o.created_at) END AS next_attempt_at,
  t.last_status, t.last_error, coalesce(h.history, '[]') AS history`;

/** A row of attempts that is behind the count of replays is about a sending before this one. */
const TABLES = `lastro.webhook_outbox o
  LEFT JOIN lastro.webhook_attempts t ON t.delivery_id = o.delivery_id AND t.replays = o.replays
  LEFT JOIN lastro.webhook_attempts h ON h.delivery_id = o.delivery_id`;

/** The delivery within its (partner, mode). `since` (ISO 8601) is how far back deliveries are kept. */
export const findDelivery = async (
  { query, partnerId, mode }: PartnerReader,
  deliveryId: string,
  since: string,
): Promise<DeliveryRow | null> => {
  const rows = await query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM ${TABLES}
      WHERE o.partner_id = $1 AND o.mode = $2 AND o.delivery_id = $3
        AND greatest(o.created_at, o.finished_at, h.finished_at) >= $4`,
    [partnerId, mode, deliveryId, since],
  );
  return rows[0] ?? null;
};

export interface DeliveryPage {
  /** 1 to 200. */
  readonly limit: number;
  /** The id of the last delivery seen. */
  readonly cursor?: string | undefined;
  readonly status?: WebhookOutboxRow['status'] | undefined;
}

/** A page, newest first, with one row more when there is more; null when the cursor is not the caller's. */
export const listDeliveries = async (
  reader: PartnerReader,
  { limit, cursor, status }: DeliveryPage,
  since: string,
): Promise<readonly DeliveryRow[] | null> => {
  const after = cursor === undefined ? null : await findDelivery(reader, cursor, since);
  if (cursor !== undefined && after === null) return null;
  return reader.query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM ${TABLES}
      WHERE o.partner_id = $1 AND o.mode = $2
        AND greatest(o.created_at, o.finished_at, h.finished_at) >= $3
        AND ($4::text IS NULL OR o.status = $4)
        AND ($5::numeric IS NULL OR (o.position_commit, o.position_prepare) < ($5::numeric, $6::numeric))
      ORDER BY o.position_commit DESC, o.position_prepare DESC LIMIT $7`,
    [
      reader.partnerId,
      reader.mode,
      since,
      status ?? null,
      after?.position_commit ?? null,
      after?.position_prepare ?? null,
      limit + 1,
    ],
  );
};

/** A place in the log, as its digits. */
export interface FeedPlace {
  readonly commit: string;
  readonly prepare: string;
}

export type FeedRow = Pick<WebhookOutboxRow, 'body' | 'position_commit' | 'position_prepare'>;

/** What the partner was to be told after a place in the log, oldest first: sent, unsent and opt-in alike. */
export const listNotifications = async (
  { query, partnerId, mode }: PartnerReader,
  after: FeedPlace | null,
  limit: number,
): Promise<readonly FeedRow[]> =>
  query<FeedRow>(
    `SELECT body, position_commit, position_prepare FROM lastro.webhook_outbox
      WHERE partner_id = $1 AND mode = $2
        AND ($3::numeric IS NULL OR (position_commit, position_prepare) > ($3::numeric, $4::numeric))
      ORDER BY position_commit, position_prepare LIMIT $5`,
    [partnerId, mode, after?.commit ?? null, after?.prepare ?? null, limit + 1],
  );
