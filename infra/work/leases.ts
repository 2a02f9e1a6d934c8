import type { Pool } from 'pg';

export interface Claim {
  readonly queue: string;
  readonly key: string;
  readonly payload: unknown;
  /** Consecutive failures before this run. */
  readonly attempts: number;
  /** Distinguishes claims of the same item. */
  readonly claims: string;
}

/** Answers rows `{key text, payload jsonb, due_at timestamptz}`, one per key. */
export interface DueQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface LeaseHolder {
  readonly pool: Pool;
  readonly workerId: string;
  readonly leaseMs: number;
}

/** True when no worker has the item `held` and its rest is over, by the clock of the database. */
export const IS_FREE = `(held.key IS NULL
  OR (held.next_at <= clock_timestamp() AND coalesce(held.lease_until <= clock_timestamp(), true)))`;

const CLAIM = (due: string, first: number): string => `
  WITH candidates AS MATERIALIZED (
    SELECT due.key, due.payload, due.due_at
      FROM (${due}) AS due
      LEFT JOIN lastro.work_leases AS held ON held.queue = $${first} AND held.key = due.key
      WHERE due.due_at <= to_timestamp($${first + 1}::float8 / 1000)
        AND ${IS_FREE}
      ORDER BY due.due_at LIMIT $${first + 2}),
  claimed AS (
    INSERT INTO lastro.work_leases AS held (queue, key, leased_by, lease_until)
      SELECT $${first}, key, $${first + 3}, clock_timestamp() + make_interval(secs => $${first + 4}::float8 / 1000)
        FROM candidates ORDER BY key
      ON CONFLICT (queue, key) DO UPDATE
        SET leased_by = EXCLUDED.leased_by, lease_until = EXCLUDED.lease_until, claims = held.claims + 1
        WHERE held.next_at <= clock_timestamp() AND coalesce(held.lease_until <= clock_timestamp(), true)
      RETURNING held.key, held.attempts, held.claims)
  SELECT candidates.key, candidates.payload, claimed.attempts, claimed.claims::text
    FROM claimed JOIN candidates USING (key) ORDER BY candidates.due_at`;

/** Leases up to `limit` free due items; each for one worker. */
export async function claimDue(
  { pool, workerId, leaseMs }: LeaseHolder,
  queue: string,
  due: DueQuery,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly Claim[]> {
  const values = [...due.values, queue, nowMs, limit, workerId, leaseMs];
  // A named statement is planned a few times per connection instead of each time.
  const claim = { name: `claim-${queue}`, text: CLAIM(due.text, due.values.length + 1), values };
  const { rows } = await pool.query<Omit<Claim, 'queue'>>(claim);
  return rows.map((row) => ({ queue, ...row }));
}

/** Prolongs leases, locked in key order against deadlocks; answers the ids still held. */
export async function renew(holder: LeaseHolder, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
  const { rows } = await holder.pool.query<{ id: string }>(
    `WITH mine AS MATERIALIZED (
      SELECT held.queue, held.key
        FROM lastro.work_leases AS held
        JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS running (queue, key, claims) USING (queue, key, claims)
        WHERE leased_by = $4 ORDER BY held.queue, held.key FOR UPDATE OF held)
    UPDATE lastro.work_leases AS held
      SET lease_until = clock_timestamp() + make_interval(secs => $5::float8 / 1000)
      FROM mine WHERE held.queue = mine.queue AND held.key = mine.key
      RETURNING concat_ws(' ', held.queue, held.key, held.claims) AS id`,
    [...columnsOf(claims), holder.workerId, holder.leaseMs],
  );
  return new Set(rows.map(({ id }) => id));
}

export const idOf = ({ queue, key, claims }: Claim): string => `${queue} ${key} ${claims}`;

export interface Verdict {
  /** From now, by the database's clock. */
  readonly againInMs: number;
  readonly attempts: number;
  readonly error: string | null;
}

export interface Settlement {
  readonly claim: Claim;
  readonly verdict: Verdict;
}

/** Releases leases; answers the ids that this worker still held. Others have the rest. */
export async function settle(
  { pool, workerId }: Omit<LeaseHolder, 'leaseMs'>,
  settlements: readonly Settlement[],
): Promise<ReadonlySet<string>> {
  const claims = settlements.map(({ claim }) => claim);
  const verdicts = settlements.map(({ verdict }) => verdict);
  const text = `WITH mine AS MATERIALIZED (
      SELECT held.queue, held.key, ended.attempts, ended.error, ended.again_ms
        FROM lastro.work_leases AS held
        JOIN unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::text[], $6::float8[])
          AS ended (queue, key, claims, attempts, error, again_ms) USING (queue, key, claims)
        WHERE leased_by = $7 ORDER BY held.queue, held.key FOR UPDATE OF held)
    UPDATE lastro.work_leases AS held SET lease_until = NULL, attempts = mine.attempts, last_error = mine.error,
        next_at = clock_timestamp() + make_interval(secs => mine.again_ms / 1000)
      FROM mine WHERE held.queue = mine.queue AND held.key = mine.key
      RETURNING concat_ws(' ', held.queue, held.key, held.claims) AS id`;
  const values = [
    ...columnsOf(claims),
    verdicts.map(({ attempts }) => attempts),
    verdicts.map(({ error }) => error),
    verdicts.map(({ againInMs }) => againInMs),
    workerId,
  ];
  const { rows } = await pool.query<{ id: string }>({ name: 'settle-leases', text, values });
  return new Set(rows.map(({ id }) => id));
}

const columnsOf = (claims: readonly Claim[]) => [
  claims.map(({ queue }) => queue),
  claims.map(({ key }) => key),
  claims.map((claim) => claim.claims),
];

/** Removes rows of items that are done, or failed and not due for an hour; of each queue at most 1,000. */
export async function sweep(pool: Pool, queues: readonly string[]): Promise<void> {
  await pool.query(
    `DELETE FROM lastro.work_leases WHERE (queue, key) IN (
      SELECT ended.queue, ended.key FROM unnest($1::text[]) AS served (queue) CROSS JOIN LATERAL (
        SELECT lease.queue, lease.key FROM lastro.work_leases AS lease
          WHERE lease.queue = served.queue AND lease_until IS NULL
            AND next_at < clock_timestamp() - CASE WHEN attempts = 0 THEN interval '0' ELSE interval '1 hour' END
          ORDER BY next_at LIMIT 1000 FOR UPDATE SKIP LOCKED) AS ended)`,
    [queues],
  );
}

/** Time after the end of a lease: until then the next claim keeps the count of failures. */
export const DEAD_AFTER_MS = 60_000;

const SWEPT_AT_ONCE = 1_000;

/** Removes expired leases of killed workers in any queue; answers their number. */
export async function sweepDead(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM lastro.work_leases WHERE (queue, key) IN (
      SELECT queue, key FROM lastro.work_leases
        WHERE lease_until < clock_timestamp() - make_interval(secs => $1::float8 / 1000)
        LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
    [DEAD_AFTER_MS],
  );
  return rowCount ?? 0;
}
