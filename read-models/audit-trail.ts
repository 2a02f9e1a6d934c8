import type { Query, Table, Value } from './table';

export type AuditTrailRow = {
  readonly event_id: string;
  readonly position_commit: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly at: string;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly partner_id: string | null;
  readonly subject_id: string | null;
  readonly mode: string | null;
  readonly correlation_id: string;
  readonly causation_id: string;
  readonly request_id: string | null;
  readonly reason: string | null;
  readonly intent_id: string | null;
  readonly deposit_id: string | null;
  readonly quote_id: string | null;
  /** The event as it is stored: what is sealed stays sealed. */
  readonly data: { readonly [name: string]: Value };
};

/** Who did what, when, and because of what: every event, searchable. */
export const auditTrail: Table<AuditTrailRow> = {
  name: 'audit_trail',
  key: 'event_id',
  columns: {
    event_id: 'text',
    position_commit: 'numeric',
    stream: 'text',
    revision: 'integer',
    type: 'text',
    at: 'timestamptz',
    actor_kind: 'text',
    actor_id: 'text',
    partner_id: 'text',
    subject_id: 'text',
    mode: 'text',
    correlation_id: 'text',
    causation_id: 'text',
    request_id: 'text',
    reason: 'text',
    intent_id: 'text',
    deposit_id: 'text',
    quote_id: 'text',
    data: 'jsonb',
  },
};

/** Every event of one payment in order: quote, intent, the deposits that touched it, and its webhooks' outcomes. */
export const listPaymentEvents = async (query: Query, intentId: string): Promise<readonly AuditTrailRow[]> =>
  query<AuditTrailRow>(
    `WITH own AS (SELECT * FROM lastro.audit_trail WHERE intent_id = $1),
          related AS (
            SELECT * FROM own
            UNION SELECT a.* FROM lastro.audit_trail a
              JOIN (SELECT DISTINCT 'quote-' || quote_id AS stream FROM own WHERE quote_id IS NOT NULL) q USING (stream)
            UNION SELECT a.* FROM lastro.audit_trail a
              JOIN (SELECT DISTINCT deposit_id FROM own WHERE deposit_id IS NOT NULL) d USING (deposit_id)
            UNION SELECT a.* FROM lastro.audit_trail a
              JOIN lastro.webhook_outbox o ON o.correlation_key = $1 AND a.stream = 'webhook-' || o.delivery_id)
     SELECT * FROM related ORDER BY position_commit, revision LIMIT 10000`,
    [intentId],
  );
