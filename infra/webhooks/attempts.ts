import type { Pool } from 'pg';
import type { WebhookEvent } from '../../aggregates/webhook/events';
import type { ClaimedAttempt } from './claims';

type Fence = Pick<ClaimedAttempt, 'deliveryId' | 'attempt'>;

/** One line of a notification's history. */
export interface AttemptNote {
  readonly attempt: number;
  /** When it began, UTC ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** An outcome that is not yet an event, leased to this dispatcher. */
export interface UnrecordedOutcome {
  readonly eventId: string;
  /** The id by which the receiver correlates, such as the intent's. */
  readonly correlationId: string;
  readonly outcome: WebhookEvent;
}

/** The last lines that are kept of each history. */
const HISTORY = `(CASE WHEN jsonb_array_length(history) >= 10 THEN history - 0 ELSE history END) || $3::jsonb`;

/** The attempt failed and another is due at `nextAtMs`; nothing changes when somebody else has taken over. */
export const saveFailure = async (pool: Pool, fence: Fence, note: AttemptNote, nextAtMs: number): Promise<void> => {
  await pool.query(
    `UPDATE lastro.webhook_attempts SET history = ${HISTORY}, last_status = $4, last_error = $5,
       next_at = $6, lease_until = '-infinity'
     WHERE delivery_id = $1 AND attempts = $2 AND outcome IS NULL`,
    [fence.deliveryId, fence.attempt, JSON.stringify(note), note.status, note.error, new Date(nextAtMs)],
  );
};

/**
 * Ends the sending. Without the fence: what a receiver acknowledged is delivered, whoever holds the lease by now; only
 * the first outcome is kept. `note` is null when nothing was sent.
 */
export const saveOutcome = async (pool: Pool, outcome: WebhookEvent, note: AttemptNote | null): Promise<void> => {
  const { deliveryId, attempts, at } = outcome.data;
  await pool.query(
    `UPDATE lastro.webhook_attempts SET attempts = $2, history = ${HISTORY},
       last_status = coalesce($4, last_status), last_error = coalesce($5, last_error),
       outcome = $6, finished_at = $7, next_at = $7, lease_until = '-infinity'
     WHERE delivery_id = $1 AND outcome IS NULL`,
    [
      deliveryId,
      attempts,
      JSON.stringify(note === null ? [] : [note]),
      note?.status ?? null,
      note?.error ?? null,
      JSON.stringify(outcome),
      at,
    ],
  );
};

/** Gives an attempt back of which nothing was sent: it does not count. */
export const giveBack = async (pool: Pool, fence: Fence, nextAtMs: number): Promise<void> => {
  await pool.query(
    `UPDATE lastro.webhook_attempts SET attempts = attempts - 1, next_at = $3, lease_until = '-infinity'
     WHERE delivery_id = $1 AND attempts = $2 AND outcome IS NULL`,
    [fence.deliveryId, fence.attempt, new Date(nextAtMs)],
  );
};

/** Outcomes that are still to be written into history; each is this caller's alone for `leaseMs`. */
export const claimUnrecorded = async (
  pool: Pool,
  { nowMs, leaseMs, owner, room }: { nowMs: number; leaseMs: number; owner: string; room: number },
): Promise<readonly UnrecordedOutcome[]> => {
  const { rows } = await pool.query<UnrecordedOutcome>(CLAIM_UNRECORDED, [
    new Date(nowMs),
    room,
    new Date(nowMs + leaseMs),
    owner,
  ]);
  return rows;
};

const CLAIM_UNRECORDED = `
WITH due AS (
  SELECT delivery_id FROM lastro.webhook_attempts
  WHERE outcome IS NOT NULL AND NOT recorded AND next_at <= $1 AND lease_until <= $1
  ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE lastro.webhook_attempts finished SET lease_until = $3, leased_by = $4 FROM due
  WHERE finished.delivery_id = due.delivery_id RETURNING finished.delivery_id, finished.outcome
)
SELECT outbox.event_id::text AS "eventId", outbox.correlation_key AS "correlationId", claimed.outcome
FROM claimed JOIN lastro.webhook_outbox outbox USING (delivery_id)`;

export const markRecorded = async (pool: Pool, deliveryId: string): Promise<void> => {
  await pool.query(
    `UPDATE lastro.webhook_attempts SET recorded = true, lease_until = '-infinity' WHERE delivery_id = $1`,
    [deliveryId],
  );
};

/** The ledger was away: the outcome is offered again at `nextAtMs`. */
export const postponeRecording = async (pool: Pool, deliveryId: string, nextAtMs: number): Promise<void> => {
  await pool.query(
    `UPDATE lastro.webhook_attempts SET next_at = $2, lease_until = '-infinity' WHERE delivery_id = $1`,
    [deliveryId, new Date(nextAtMs)],
  );
};
