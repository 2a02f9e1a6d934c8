import type { Pool } from 'pg';

export interface Heard {
  /** `<partner id>:<mode>`. */
  readonly owner: string;
  readonly url: string;
  /** By the database's clock. */
  readonly claimedAt: Date;
  readonly verdict: FlowVerdict;
  readonly isTimedOut: boolean;
  /** Retry-after, in milliseconds since 1970; null without one. */
  readonly resumeAtMs: number | null;
}

/** `more`: acknowledged fast. `less`: overloaded, broken or late. `same`: neither. */
export type FlowVerdict = 'more' | 'less' | 'same';

/** Limits of attempts in flight per destination, over all processes: initial and maximum. The minimum is one. */
export const FIRST_IN_FLIGHT = 4;
export const MOST_IN_FLIGHT = 64;

/** A slower acknowledgement does not raise the limit. */
const FAST_MS = 1_000;

/** Caps retry-after: a mistaken header must not silence a partner for days. */
export const LONGEST_REST_MS = 3_600_000;

const TOO_MANY_REQUESTS = 429;

export const verdictOf = (status: number | null, isAcknowledged: boolean, durationMs: number): FlowVerdict => {
  if (isAcknowledged) return durationMs <= FAST_MS ? 'more' : 'same';
  return status === null || status >= 500 || status === TOO_MANY_REQUESTS ? 'less' : 'same';
};

/** Parses `Retry-After`, in seconds or as a date; null when it is neither. */
export const resumeAtOf = (retryAfter: string, nowMs: number): number | null => {
  const text = retryAfter.trim();
  const isSeconds = /^\d+$/.test(text);
  const atMs = isSeconds ? nowMs + Number(text) * 1_000 : Date.parse(text);
  // Date.parse accepts non-dates such as `-5`.
  if (Number.isNaN(atMs) || (!isSeconds && !/GMT$/.test(text))) return null;
  return Math.min(Math.max(atMs, nowMs), nowMs + LONGEST_REST_MS);
};

/** Limit: plus one per fast acknowledgement, half on overload; attempts in flight together halve the limit once. */
export const noteHeard = async (pool: Pool, heard: readonly Heard[]): Promise<void> => {
  const rows = JSON.stringify(heard.map(rowOf));
  await pool.query(BEGIN_ANEW, [rows, FIRST_IN_FLIGHT]);
  await pool.query(ADAPT, [rows, MOST_IN_FLIGHT]);
};

const rowOf = ({ owner, url, claimedAt, verdict, isTimedOut, resumeAtMs }: Heard, place: number) => ({
  ...{ place, owner, url, verdict },
  claimed_at: claimedAt.toISOString(),
  timed_out: isTimedOut,
  resume_at: resumeAtMs === null ? null : new Date(resumeAtMs).toISOString(),
});

/** Ordered, so that concurrent processes do not deadlock. */
const BEGIN_ANEW = `
INSERT INTO lastro.webhook_flow AS flow (owner, url, allowed)
SELECT DISTINCT ON (owner) owner, url, $2::int
FROM jsonb_to_recordset($1::jsonb) AS heard (place int, owner text, url text) ORDER BY owner, place DESC
ON CONFLICT (owner) DO UPDATE SET url = excluded.url, allowed = excluded.allowed, halved_at = '-infinity',
  resume_at = '-infinity', timed_out = false WHERE flow.url <> excluded.url`;

const ADAPT = `
WITH heard AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS heard
    (place int, owner text, url text, verdict text, claimed_at timestamptz, timed_out boolean, resume_at timestamptz)
), mine AS MATERIALIZED (
  SELECT * FROM lastro.webhook_flow WHERE owner IN (SELECT owner FROM heard) ORDER BY owner FOR UPDATE
), told AS (
  SELECT mine.owner, (array_agg(heard.timed_out ORDER BY heard.place DESC))[1] AS timed_out,
    count(*) FILTER (WHERE verdict = 'more' AND claimed_at > mine.halved_at) AS more,
    bool_or(verdict = 'less' AND claimed_at > mine.halved_at) AS is_less, max(heard.resume_at) AS resume_at
  FROM mine JOIN heard USING (owner, url) GROUP BY mine.owner
)
UPDATE lastro.webhook_flow flow SET timed_out = told.timed_out,
  allowed = CASE WHEN told.is_less THEN greatest(1, flow.allowed / 2) ELSE least($2::int, flow.allowed + told.more) END,
  halved_at = CASE WHEN told.is_less THEN clock_timestamp() ELSE flow.halved_at END,
  resume_at = greatest(flow.resume_at, told.resume_at)
FROM told WHERE flow.owner = told.owner`;
