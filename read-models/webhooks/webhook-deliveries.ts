import { type Clause, joined, type ListStatement, listStatement } from '../list-query';
import type { PartnerReader, PartnerScope } from '../reader';
import type { Query } from '../table';
import type { WebhookOutboxRow } from './webhook-outbox';

export interface DeliveryAttempt {
  readonly attempt: number;
  readonly at: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** A notification with its attempts; the counts are those of its latest sending. */
export type DeliveryRow = Pick<
  WebhookOutboxRow,
  | 'delivery_id'
  | 'event'
  | 'correlation_key'
  | 'body'
  | 'external_user_id'
  | 'destination_url'
  | 'status'
  | 'position_commit'
  | 'position_prepare'
  | 'created_at'
  | 'finished_at'
  | 'replays'
> & {
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  /** The last ten attempts, of all sendings. */
  readonly history: readonly DeliveryAttempt[];
};

const COLUMNS = `o.delivery_id, o.event, o.correlation_key, o.body, o.external_user_id, o.destination_url, o.status,
  o.position_commit, o.position_prepare, o.created_at, o.finished_at, o.replays,
  coalesce(t.attempts, 0) AS attempts,
  CASE WHEN o.status = 'PENDING' AND t.outcome IS NULL THEN coalesce(t.next_at, o.created_at) END AS next_attempt_at,
  t.last_status, t.last_error, coalesce(h.history, '[]') AS history`;

/** An attempts row with fewer replays belongs to an earlier sending. */
const ATTEMPTS = `LEFT JOIN lastro.webhook_attempts t ON t.delivery_id = o.delivery_id AND t.replays = o.replays
  LEFT JOIN lastro.webhook_attempts h ON h.delivery_id = o.delivery_id`;

/** `since` (ISO 8601) is the start of the kept deliveries. */
export const findDelivery = async (
  { query, partnerId, mode }: PartnerReader,
  deliveryId: string,
  since: string,
): Promise<DeliveryRow | null> => {
  const rows = await query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM lastro.webhook_outbox o ${ATTEMPTS}
      WHERE o.partner_id = $1 AND o.mode = $2 AND o.delivery_id = $3
        AND greatest(o.created_at, o.finished_at, h.finished_at) >= $4`,
    [partnerId, mode, deliveryId, since],
  );
  return rows[0] ?? null;
};

/** The newest deliveries about a payment or session of any partner, oldest first. For operators. */
export const listDeliveriesAbout = async (
  query: Query,
  correlationKey: string,
  limit: number,
): Promise<readonly DeliveryRow[]> => {
  const rows = await query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM lastro.webhook_outbox o ${ATTEMPTS} WHERE o.correlation_key = $1
      ORDER BY o.created_at DESC, o.position_commit DESC, o.position_prepare DESC LIMIT $2`,
    [correlationKey, limit],
  );
  return [...rows].reverse();
};

export interface DeliveryPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: WebhookOutboxRow['status'] | undefined;
}

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listDeliveries = async (
  reader: PartnerReader,
  { limit, cursor, status }: DeliveryPage,
  since: string,
): Promise<readonly DeliveryRow[] | null> => {
  const after = cursor === undefined ? null : await findDelivery(reader, cursor, since);
  if (cursor !== undefined && after === null) return null;
  const { text, values } = deliveriesPage(reader, { limit, status, since }, after);
  return reader.query<DeliveryRow>(text, values);
};

type DeliveryPlace = Pick<WebhookOutboxRow, 'created_at' | 'position_commit' | 'position_prepare'>;

const NEWEST_FIRST = 'ORDER BY o.created_at DESC, o.position_commit DESC, o.position_prepare DESC LIMIT ?';
const KEPT = 'greatest(o.created_at, o.finished_at, h.finished_at) >= ?::timestamptz';

/** Deliveries made since `since`, and older ones that were sent again and end after it. */
export const deliveriesPage = (
  { partnerId, mode }: PartnerScope,
  page: Omit<DeliveryPage, 'cursor'> & { readonly since: string },
  after: DeliveryPlace | null,
): ListStatement => {
  const ending: Clause = [NEWEST_FIRST, page.limit + 1];
  const where: readonly (Clause | null)[] = [
    ['o.partner_id = ? AND o.mode = ?', partnerId, mode],
    page.status === undefined ? null : ['o.status = ?', page.status],
    after && [
      '(o.created_at, o.position_commit, o.position_prepare) < (?::timestamptz, ?::bigint, ?::bigint)',
      ...[after.created_at, after.position_commit, after.position_prepare],
    ],
  ];
  const made = listStatement({
    select: 'SELECT o.* FROM lastro.webhook_outbox o',
    where: [...where, ['o.created_at >= ?::timestamptz', page.since]],
    ending,
  });
  const sentAgain = listStatement({
    select: `SELECT o.* FROM lastro.webhook_outbox o
      LEFT JOIN lastro.webhook_attempts h ON h.delivery_id = o.delivery_id`,
    where: [...where, ['o.replays > 0 AND o.created_at < ?::timestamptz', page.since], [KEPT, page.since]],
    ending,
  });
  const both = joined([made, sentAgain], (texts) => texts.map((text) => `(${text})`).join(' UNION ALL '));
  return joined(
    [both, { text: NEWEST_FIRST, values: [page.limit + 1] }],
    ([rows, order]) => `SELECT ${COLUMNS} FROM (${rows}) o ${ATTEMPTS} ${order}`,
  );
};
