import type { Pool } from 'pg';
import type { WebhookOutcomeEvent } from '../../aggregates/webhook/events';
import type { ClaimedAttempt } from './claims';

/** Identifies one attempt; a replay restarts the count. */
type Fence = Pick<ClaimedAttempt, 'deliveryId' | 'attempt' | 'replays'>;

export interface AttemptNote {
  readonly attempt: number;
  /** Start, UTC ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** An outcome not yet recorded as an event, leased to this dispatcher. */
export interface UnrecordedOutcome {
  readonly eventId: string;
  /** The receiver's correlation id, such as the intent's. */
  readonly correlationId: string;
  readonly outcome: WebhookOutcomeEvent;
  /** Replays requested before this outcome. */
  readonly replays: number;
}

export interface Failure extends Fence {
  readonly note: AttemptNote;
  readonly nextAtMs: number;
}

/** The end of a sending; `note` is null when nothing was sent. */
export interface Ending {
  readonly replays: number;
  readonly outcome: WebhookOutcomeEvent;
  readonly note: AttemptNote | null;
}

const HISTORY = `(CASE WHEN jsonb_array_length(history) >= 10 THEN history - 0 ELSE history END) || said.note`;

/** Schedules the next attempts; rows taken over by another dispatcher stay unchanged. */
export const saveFailures = async (pool: Pool, failures: readonly Failure[]): Promise<void> => {
  const rows = failures.map(({ deliveryId, attempt, replays, note, nextAtMs }) => ({
    ...{ delivery_id: deliveryId, attempt, replays, note, status: note.status, error: note.error },
    next_at: new Date(nextAtMs).toISOString(),
  }));
  await pool.query(SAVE_FAILURES, [JSON.stringify(rows)]);
};

const SAVE_FAILURES = `
UPDATE lastro.webhook_attempts tried SET history = ${HISTORY}, last_status = said.status, last_error = said.error,
  next_at = said.next_at, lease_until = '-infinity'
FROM jsonb_to_recordset($1::jsonb) AS said
  (delivery_id text, attempt int, replays int, note jsonb, status int, error text, next_at timestamptz)
WHERE tried.delivery_id = said.delivery_id AND tried.attempts = said.attempt AND tried.replays = said.replays
  AND tried.outcome IS NULL`;

/** Ignores the attempt's fence: an acknowledged notification is delivered. Only the first outcome is kept. */
export const saveOutcomes = async (pool: Pool, endings: readonly Ending[]): Promise<void> => {
  const rows = endings.map(({ outcome, replays, note }) => ({
    ...{ delivery_id: outcome.data.deliveryId, attempts: outcome.data.attempts, at: outcome.data.at, replays, outcome },
    ...{ note: note ?? [], status: note?.status ?? null, error: note?.error ?? null },
  }));
  await pool.query({ name: 'save-outcomes', text: SAVE_OUTCOMES, values: [JSON.stringify(rows)] });
};

const SAVE_OUTCOMES = `
UPDATE lastro.webhook_attempts tried SET attempts = said.attempts, history = ${HISTORY},
  last_status = coalesce(said.status, last_status), last_error = coalesce(said.error, last_error),
  outcome = said.outcome, finished_at = said.at, next_at = said.at, lease_until = '-infinity'
FROM jsonb_to_recordset($1::jsonb) AS said
  (delivery_id text, attempts int, at timestamptz, replays int, outcome jsonb, note jsonb, status int, error text)
WHERE tried.delivery_id = said.delivery_id AND tried.replays = said.replays AND tried.outcome IS NULL`;

/** Returns attempts that sent nothing; such attempts are not counted. */
export const giveBack = async (pool: Pool, fences: readonly Fence[], nextAtMs: number): Promise<void> => {
  await pool.query(GIVE_BACK, [
    fences.map(({ deliveryId }) => deliveryId),
    fences.map(({ attempt }) => attempt),
    fences.map(({ replays }) => replays),
    new Date(nextAtMs),
  ]);
};

const GIVE_BACK = `
UPDATE lastro.webhook_attempts tried SET attempts = tried.attempts - 1, next_at = $4, lease_until = '-infinity'
FROM unnest($1::text[], $2::int[], $3::int[]) AS fence (delivery_id, attempts, replays)
WHERE tried.delivery_id = fence.delivery_id AND tried.attempts = fence.attempts AND tried.replays = fence.replays
  AND tried.outcome IS NULL`;

/** Outcomes not yet recorded as events, leased for `leaseMs`. */
export const claimUnrecorded = async (
  pool: Pool,
  { nowMs, leaseMs, owner, room }: { nowMs: number; leaseMs: number; owner: string; room: number },
): Promise<readonly UnrecordedOutcome[]> => {
  const values = [new Date(nowMs), room, leaseMs, owner];
  const { rows } = await pool.query<UnrecordedOutcome>({ name: 'claim-unrecorded', text: CLAIM_UNRECORDED, values });
  return rows;
};

const CLAIM_UNRECORDED = `
WITH due AS (
  SELECT delivery_id FROM lastro.webhook_attempts
  WHERE outcome IS NOT NULL AND NOT recorded AND next_at <= $1 AND lease_until <= clock_timestamp()
  ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE lastro.webhook_attempts finished
    SET lease_until = clock_timestamp() + make_interval(secs => $3::float8 / 1000), leased_by = $4 FROM due
  WHERE finished.delivery_id = due.delivery_id RETURNING finished.delivery_id, finished.outcome, finished.replays
)
SELECT outbox.event_id::text AS "eventId", outbox.correlation_key AS "correlationId", claimed.outcome, claimed.replays
FROM claimed JOIN lastro.webhook_outbox outbox USING (delivery_id)`;

const fenceOf = ({ outcome, replays }: UnrecordedOutcome) => [outcome.data.deliveryId, replays] as const;

export const markRecorded = async (pool: Pool, recorded: readonly UnrecordedOutcome[]): Promise<void> => {
  const values = [recorded.map(({ outcome }) => outcome.data.deliveryId), recorded.map(({ replays }) => replays)];
  await pool.query({ name: 'mark-recorded', text: MARK_RECORDED, values });
};

const MARK_RECORDED = `
UPDATE lastro.webhook_attempts tried SET recorded = true, lease_until = '-infinity'
FROM unnest($1::text[], $2::int[]) AS done (delivery_id, replays)
WHERE tried.delivery_id = done.delivery_id AND tried.replays = done.replays`;

export const postponeRecording = async (pool: Pool, finished: UnrecordedOutcome, nextAtMs: number): Promise<void> => {
  await pool.query(
    `UPDATE lastro.webhook_attempts SET next_at = $3, lease_until = '-infinity' WHERE delivery_id = $1 AND replays = $2`,
    [...fenceOf(finished), new Date(nextAtMs)],
  );
};

/** Retention of a finished sending's attempts. */
const REMOVED_AT_ONCE = 1_000;
const KEPT_DAYS = 30;

/** Removes a batch of recorded attempts older than 30 days, at most 1,000; answers how many. */
export const removeOldAttempts = async (pool: Pool, nowMs: number): Promise<number> => {
  const { rowCount } = await pool.query(REMOVE_OLD, [new Date(nowMs), KEPT_DAYS, REMOVED_AT_ONCE]);
  return rowCount ?? 0;
};

const REMOVE_OLD = `
DELETE FROM lastro.webhook_attempts WHERE delivery_id IN (
  SELECT old.delivery_id FROM lastro.webhook_attempts old JOIN lastro.webhook_outbox outbox USING (delivery_id)
  WHERE old.recorded AND old.finished_at < $1::timestamptz - make_interval(days => $2)
    -- The projector may be behind: until the outbox shows the outcome, this row is what keeps it from being sent again.
    AND outbox.status <> 'PENDING'
  LIMIT $3)`;
