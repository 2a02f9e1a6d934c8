import type { Pool } from 'pg';
import type { ExpiringValues } from '../../commands/ports/expiring-values';
import { inTransaction } from '../postgres/pool';

export interface PostgresExpiringValues extends ExpiringValues {
  readonly removeExpired: () => Promise<number>;
}

const REMOVED_AT_ONCE = 1_000;

const PUT = `
INSERT INTO lastro.expiring_values (key, value, expires_at)
VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`;

const READ = 'SELECT value FROM lastro.expiring_values WHERE key = $1 AND expires_at > clock_timestamp()';

/** A group accepts a single put at a time, so that the oldest are counted correctly. */
const LOCK_GROUP = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

const PUT_IN_GROUP = `
INSERT INTO lastro.expiring_values (key, value, expires_at, group_key)
VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), $4)`;

/** A separate statement, because it must begin after the lock to see the previous put. */
const TRIM_GROUP = `
DELETE FROM lastro.expiring_values WHERE key IN (
  SELECT key FROM lastro.expiring_values
  WHERE group_key = $1 AND expires_at > clock_timestamp() ORDER BY place DESC OFFSET $2)`;

const READ_GROUP = `
SELECT value FROM lastro.expiring_values
WHERE group_key = $1 AND expires_at > clock_timestamp() ORDER BY place DESC`;

/** A concurrent taker waits for the row lock, then finds nothing. */
const TAKE = 'DELETE FROM lastro.expiring_values WHERE key = $1 AND value = $2 AND expires_at > clock_timestamp()';

/** An expired counter restarts; a live counter keeps the expiry of its first count. */
const COUNT = `
INSERT INTO lastro.expiring_values AS kept (key, value, expires_at)
VALUES ($1, '1', clock_timestamp() + make_interval(secs => $2))
ON CONFLICT (key) DO UPDATE SET
  value = CASE WHEN kept.expires_at > clock_timestamp() THEN (kept.value::bigint + 1)::text ELSE excluded.value END,
  expires_at = CASE WHEN kept.expires_at > clock_timestamp() THEN kept.expires_at ELSE excluded.expires_at END
RETURNING value`;

/** now(), not clock_timestamp(): only a stable bound can use the index. */
const REMOVE = `
DELETE FROM lastro.expiring_values WHERE key IN (
  SELECT key FROM lastro.expiring_values WHERE expires_at <= now() LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

/** Shared by every process on one database; times are the server's. Rejects when PostgreSQL does not answer. */
export const createPostgresExpiringValues = (pool: Pool): PostgresExpiringValues => ({
  put: async (key, value, ttlSeconds) => {
    await pool.query({ name: 'put-expiring-value', text: PUT, values: [key, value, ttlSeconds] });
  },
  putInGroup: (group, { key, value, ttlSeconds, most }) =>
    inTransaction(pool, async (client) => {
      await client.query({ name: 'lock-expiring-group', text: LOCK_GROUP, values: [group] });
      await client.query({
        name: 'put-in-expiring-group',
        text: PUT_IN_GROUP,
        values: [key, value, ttlSeconds, group],
      });
      await client.query({ name: 'trim-expiring-group', text: TRIM_GROUP, values: [group, most] });
    }),
  readGroup: async (group) => {
    const { rows } = await pool.query<Kept>({ name: 'read-expiring-group', text: READ_GROUP, values: [group] });
    return rows.map(({ value }) => value);
  },
  read: async (key) => {
    const { rows } = await pool.query<Kept>({ name: 'read-expiring-value', text: READ, values: [key] });
    return rows[0]?.value ?? null;
  },
  take: async (key, value) => {
    const { rowCount } = await pool.query({ name: 'take-expiring-value', text: TAKE, values: [key, value] });
    return rowCount === 1;
  },
  count: async (key, ttlSeconds) => {
    const { rows } = await pool.query<Kept>({ name: 'count-expiring-value', text: COUNT, values: [key, ttlSeconds] });
    return Number(rows[0]?.value);
  },
  removeExpired: async () => (await pool.query(REMOVE)).rowCount ?? 0,
});

interface Kept {
  readonly value: string;
}
