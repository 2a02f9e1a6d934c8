import type { Pool } from 'pg';
import type { Mode } from '../../aggregates/partner/events';
import type { Sealed } from '../../aggregates/sealed';
import { inTransaction } from '../postgres/pool';
import { FIRST_IN_FLIGHT, MOST_IN_FLIGHT } from './flow';

export interface ClaimedAttempt {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly event: string;
  /** Without the external id. */
  readonly body: string;
  /** The partner's own user id, opened only for a sending; null when there is none. */
  readonly externalUserId: Sealed | null;
  /** The current destination; null when removed. */
  readonly url: string | null;
  readonly headers: Sealed | null;
  /** From 1; with the delivery id, the fence of every later write. */
  readonly attempt: number;
  readonly replays: number;
  readonly lastError: string | null;
  /** Time of the notified event. */
  readonly createdAt: Date;
  /** By the database's clock. */
  readonly claimedAt: Date;
  /** Its destination had the highest limit and answered in time: another answer in time changes nothing. */
  readonly isUnthrottled: boolean;
  /** How many attempts this process may have in flight to the destination, besides those of others. */
  readonly limitHere: number;
}

export interface ClaimRequest {
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly owner: string;
  /** This process's slots for all slow destinations together. */
  readonly slowSlots: number;
  readonly room: number;
  /** Acknowledged attempts whose outcome is not written yet; they no longer count for their receivers. */
  readonly acknowledged?: readonly AcknowledgedAttempt[];
}

export type AcknowledgedAttempt = Pick<ClaimedAttempt, 'deliveryId' | 'attempt' | 'replays'>;

/** Serialises claims of all dispatchers, so that in-flight limits per destination are global. */
export const CLAIM_LOCK = 7_402_118_251;

const TAKE_TURNS = `SET LOCAL lock_timeout = '2s'; SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`;

/** Destinations take turns, the least busy first. A notification waits while outbox and accounts disagree. */
export const claimDueAttempts = async (pool: Pool, request: ClaimRequest): Promise<readonly ClaimedAttempt[]> =>
  inTransaction(pool, async (client) => {
    await client.query(TAKE_TURNS);
    const { rows } = await client.query<ClaimedAttempt>({
      name: 'claim-webhooks',
      text: CLAIM,
      values: valuesOf(request),
    });
    return rows;
  });

const valuesOf = ({ nowMs, room, leaseMs, owner, slowSlots, acknowledged = [] }: ClaimRequest) => [
  ...[new Date(nowMs), FIRST_IN_FLIGHT, room, leaseMs, owner, slowSlots],
  ...columnsOf(acknowledged),
];

const columnsOf = (acknowledged: readonly AcknowledgedAttempt[]) => [
  acknowledged.map(({ deliveryId }) => deliveryId),
  acknowledged.map(({ attempt }) => attempt),
  acknowledged.map(({ replays }) => replays),
];

/** First attempts that are claimed beyond the limit of an unthrottled destination, to be sent as others end. */
export const CLAIMED_AHEAD = 64;

/** An attempt in flight for longer counts as slow. */
const LINGERS_MS = 2_000;

/** The projections are compared once per partner and mode, not per notification, to keep the lock short. */
const CLAIM = `
WITH RECURSIVE pending (partner_id, mode) AS (
  (SELECT partner_id, mode FROM lastro.webhook_outbox
    WHERE status = 'PENDING' AND destination_url IS NOT NULL ORDER BY partner_id, mode LIMIT 1)
  UNION ALL
  SELECT further.* FROM pending CROSS JOIN LATERAL (
    SELECT outbox.partner_id, outbox.mode FROM lastro.webhook_outbox outbox
    WHERE status = 'PENDING' AND destination_url IS NOT NULL
      AND (outbox.partner_id, outbox.mode) > (pending.partner_id, pending.mode)
    ORDER BY outbox.partner_id, outbox.mode LIMIT 1) further
), busy AS (
  SELECT outbox.partner_id, outbox.mode, count(*) AS in_flight, count(*) FILTER (WHERE leased_by = $5) AS mine,
    bool_or(lease_until < clock_timestamp() + make_interval(secs => ($4::float8 - ${LINGERS_MS}) / 1000)) AS lingers
  FROM lastro.webhook_attempts tried JOIN lastro.webhook_outbox outbox USING (delivery_id)
  WHERE outcome IS NULL AND lease_until > clock_timestamp() AND NOT EXISTS (
    SELECT FROM unnest($7::text[], $8::int[], $9::int[]) AS taken (delivery_id, attempts, replays)
    WHERE taken.delivery_id = tried.delivery_id AND taken.attempts = tried.attempts AND taken.replays = tried.replays)
  GROUP BY outbox.partner_id, outbox.mode
), slow AS (
  SELECT coalesce(sum(busy.mine), 0) AS mine
  FROM busy LEFT JOIN lastro.webhook_flow flow ON flow.owner = busy.partner_id || ':' || busy.mode
  WHERE busy.lingers OR flow.timed_out
), waiting AS (
  SELECT pending.partner_id, pending.mode, destination.url, destination.headers,
    coalesce(busy.in_flight, 0) AS in_flight, coalesce(flow.allowed, $2) AS allowed,
    coalesce(flow.allowed, $2) - coalesce(busy.in_flight - busy.mine, 0) AS limit_here,
    coalesce(flow.timed_out, false) OR coalesce(busy.lingers, false) AS is_slow,
    coalesce(flow.allowed >= ${MOST_IN_FLIGHT} AND NOT flow.timed_out, false) AS is_unthrottled
  FROM pending LEFT JOIN busy USING (partner_id, mode)
  LEFT JOIN lastro.outbox_destinations wanted ON wanted.owner = pending.partner_id || ':' || pending.mode
  LEFT JOIN lastro.webhook_destinations destination
    ON destination.owner = wanted.owner AND destination.url = wanted.url
  LEFT JOIN lastro.webhook_flow flow ON flow.owner = destination.owner AND flow.url = destination.url
  WHERE (wanted.owner IS NULL OR destination.owner IS NOT NULL) AND coalesce(flow.resume_at <= $1, true)
    AND NOT EXISTS (SELECT FROM lastro.parked_streams parked WHERE parked.stream = 'partner-' || pending.partner_id)
), next AS (
  SELECT mine.*, waiting.url, waiting.headers, waiting.is_slow, waiting.is_unthrottled, waiting.allowed,
    waiting.limit_here, waiting.in_flight
    + row_number() OVER (PARTITION BY mine.partner_id, mine.mode ORDER BY mine.created_at) AS turn
  FROM waiting CROSS JOIN LATERAL (
    SELECT outbox.*, tried.delivery_id IS NULL OR tried.replays < outbox.replays AS is_first
    FROM lastro.webhook_outbox outbox LEFT JOIN lastro.webhook_attempts tried USING (delivery_id)
    WHERE outbox.partner_id = waiting.partner_id AND outbox.mode = waiting.mode
      AND outbox.status = 'PENDING' AND outbox.destination_url IS NOT NULL
      AND (tried.delivery_id IS NULL OR tried.replays < outbox.replays
        OR (tried.outcome IS NULL AND tried.next_at <= $1 AND tried.lease_until <= clock_timestamp()))
    ORDER BY outbox.created_at, outbox.delivery_id
    LIMIT greatest(0, least($3::bigint, waiting.allowed - waiting.in_flight
      + CASE WHEN waiting.is_unthrottled AND NOT waiting.is_slow THEN ${CLAIMED_AHEAD} ELSE 0 END))
    FOR UPDATE OF outbox SKIP LOCKED
  ) mine
), placed AS (
  -- A crash counts what was claimed as an attempt, so the last ones are not claimed ahead.
  SELECT *, row_number() OVER (PARTITION BY is_slow ORDER BY turn, created_at) AS place FROM next
  WHERE turn <= allowed OR is_first
), due AS (
  SELECT * FROM placed WHERE NOT is_slow OR place <= $6::bigint - (SELECT mine FROM slow)
  ORDER BY turn, created_at LIMIT $3
), claimed AS (
  INSERT INTO lastro.webhook_attempts AS tried (delivery_id, partner_id, attempts, next_at, lease_until, leased_by, replays)
  SELECT delivery_id, partner_id, 1, $1, clock_timestamp() + make_interval(secs => $4::float8 / 1000), $5, replays FROM due
  ON CONFLICT (delivery_id) DO UPDATE
    SET attempts = CASE WHEN tried.replays < excluded.replays THEN 1 ELSE tried.attempts + 1 END,
      last_error = CASE WHEN tried.replays < excluded.replays THEN NULL ELSE tried.last_error END,
      replays = excluded.replays, outcome = NULL, finished_at = NULL, recorded = false,
      next_at = excluded.next_at, lease_until = excluded.lease_until, leased_by = excluded.leased_by
    WHERE tried.replays < excluded.replays
      OR (tried.outcome IS NULL AND tried.next_at <= $1 AND tried.lease_until <= clock_timestamp())
  RETURNING delivery_id, attempts, last_error, replays
)
SELECT due.delivery_id AS "deliveryId", due.event_id::text AS "eventId", due.partner_id AS "partnerId", due.mode,
  due.event, due.body, due.external_user_id AS "externalUserId", due.url, due.headers, due.created_at AS "createdAt",
  claimed.attempts AS attempt, claimed.replays, claimed.last_error AS "lastError",
  clock_timestamp() AS "claimedAt", due.is_unthrottled AS "isUnthrottled",
  due.limit_here::int AS "limitHere"
FROM claimed JOIN due USING (delivery_id)
ORDER BY due.turn`;
