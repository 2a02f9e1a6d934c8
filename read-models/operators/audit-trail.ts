import type { Query, Table, Value } from '../table';

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
  /** The family's correlation id: of the payment or session. */
  readonly intent_id: string | null;
  readonly deposit_id: string | null;
  readonly quote_id: string | null;
  /** As stored: sealed values stay sealed. */
  readonly data: { readonly [name: string]: Value };
};

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

export interface Asked {
  readonly streams: readonly string[];
  /** Ids of payments, sessions and deposits; the list contains more than their own streams. */
  readonly ids: readonly string[];
}

export type AuditPlace = Pick<AuditTrailRow, 'position_commit' | 'revision'>;

export interface AuditPage {
  readonly limit: number;
  readonly after: AuditPlace | null;
  /** Absent: oldest first. */
  readonly isNewestFirst?: boolean;
  /** The last commit position, or the last time, to list; absent or null: everything. */
  readonly upTo?: { readonly position: string } | { readonly time: string } | null;
}

const boundOf = ({ upTo = null }: Pick<AuditPage, 'upTo'>): readonly [string | null, string | null] => {
  if (upTo === null) return [null, null];
  return 'position' in upTo ? [upTo.position, null] : [null, upTo.time];
};

/** Deposits with the memo of a payment: refused and open ones by separate indexes. */
const NAMED_DEPOSITS = `SELECT deposit_id FROM memos, lastro.deposits
    WHERE status IN ('UNMATCHED', 'REVERTED') AND deposits.memos ?| memos.keys
  UNION SELECT deposit_id FROM memos, lastro.deposits WHERE status = 'OBSERVED' AND deposits.memos ?| memos.keys`;

/** The last change of a payer's KYC status before the payment began. */
const KYC_DECISION = `SELECT k.event_id, k.causation_id FROM lastro.audit_trail o CROSS JOIN LATERAL (
    SELECT event_id, causation_id FROM lastro.audit_trail k
     WHERE k.stream = 'user-' || (o.data->>'userId') AND k.type = 'KycStatusChanged'
       AND k.position_commit < o.position_commit ORDER BY k.revision DESC LIMIT 1) k
  WHERE o.stream = ANY($1::text[]) AND o.revision = 0 AND o.stream ~ '^(cashout|cashin|withdrawal)-'`;

/** A payment has also its quote, deposits, webhook outcomes and KYC decision; a deposit all events that name it. */
export const listEventsAbout = async (
  query: Query,
  { streams, ids }: Asked,
  { limit, after, isNewestFirst = false, ...bound }: AuditPage,
): Promise<readonly AuditTrailRow[]> => {
  const [beyond, order] = isNewestFirst ? ['<', 'DESC'] : ['>', 'ASC'];
  return query<AuditTrailRow>(
    `WITH own AS (
            SELECT event_id, quote_id, deposit_id, data->>'memo' AS memo FROM lastro.audit_trail
             WHERE intent_id = ANY($2::text[])),
          memos AS (
            SELECT array_agg(memo) || array_agg('sha256:' || encode(sha256(convert_to(memo, 'UTF8')), 'hex')) AS keys
              FROM own WHERE memo IS NOT NULL),
          named AS (${NAMED_DEPOSITS}),
          decision AS (${KYC_DECISION}),
          related AS (
            SELECT event_id FROM lastro.audit_trail WHERE stream = ANY($1::text[])
            UNION SELECT event_id FROM own
            UNION SELECT event_id FROM lastro.audit_trail WHERE deposit_id = ANY($2::text[])
            UNION SELECT a.event_id FROM lastro.audit_trail a
              JOIN (SELECT DISTINCT 'quote-' || quote_id AS stream FROM own WHERE quote_id IS NOT NULL) q USING (stream)
            UNION SELECT a.event_id FROM lastro.audit_trail a
              JOIN (SELECT deposit_id FROM own WHERE deposit_id IS NOT NULL UNION SELECT deposit_id FROM named) d
              USING (deposit_id)
            UNION SELECT unnest(ARRAY[event_id, causation_id]) FROM decision
            UNION SELECT a.event_id FROM lastro.audit_trail a JOIN lastro.webhook_outbox o
              ON o.correlation_key = ANY($2::text[]) AND a.stream = 'webhook-' || o.delivery_id)
     SELECT a.* FROM related JOIN lastro.audit_trail a USING (event_id)
      WHERE ($3::numeric IS NULL OR (a.position_commit, a.revision) ${beyond} ($3::numeric, $4::integer))
        AND ($6::numeric IS NULL OR a.position_commit <= $6::numeric)
        AND ($7::timestamptz IS NULL OR a.at <= $7::timestamptz)
      ORDER BY a.position_commit ${order}, a.revision ${order} LIMIT $5`,
    [streams, ids, after?.position_commit ?? null, after?.revision ?? null, limit, ...boundOf(bound)],
  );
};

export const findAuditPlace = async (query: Query, eventId: string): Promise<AuditPlace | null> => {
  const rows = await query<AuditPlace>('SELECT position_commit, revision FROM lastro.audit_trail WHERE event_id = $1', [
    eventId,
  ]);
  return rows[0] ?? null;
};

export const findLastOfType = async (query: Query, stream: string, type: string): Promise<AuditTrailRow | null> => {
  const rows = await query<AuditTrailRow>(
    'SELECT * FROM lastro.audit_trail WHERE stream = $1 AND type = $2 ORDER BY revision DESC LIMIT 1',
    [stream, type],
  );
  return rows[0] ?? null;
};

export type FoundStream = Pick<AuditTrailRow, 'stream' | 'at' | 'partner_id' | 'mode' | 'subject_id'>;

/** Sorts behind every continuation of a text, in byte order. */
const HIGHEST = '\u{10ffff}';

/** Streams whose names begin with any of `beginnings`, in byte order, after the stream `after`. */
export const findStreams = async (
  query: Query,
  beginnings: readonly string[],
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<readonly FoundStream[]> =>
  query<FoundStream>(
    `SELECT f.* FROM unnest($1::text[], $2::text[]) AS range (lowest, highest)
      CROSS JOIN LATERAL (
        SELECT stream, at, partner_id, mode, subject_id FROM lastro.audit_trail
         WHERE revision = 0 AND stream COLLATE "C" > $3 AND stream COLLATE "C" >= range.lowest
           AND stream COLLATE "C" < range.highest
         ORDER BY stream COLLATE "C" LIMIT $4) f
      ORDER BY f.stream COLLATE "C" LIMIT $4`,
    [beginnings, beginnings.map((beginning) => beginning + HIGHEST), after ?? '', limit],
  );
