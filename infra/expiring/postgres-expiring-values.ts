import type { Pool } from 'pg';
import type { ExpiringValues } from '../../commands/ports/expiring-values';

export interface PostgresExpiringValues extends ExpiringValues {
  /** Removes some of those that have expired; answers how many. */
  readonly removeExpired: () => Promise<number>;
}

const REMOVED_AT_ONCE = 1_000;

const PUT = `
INSERT INTO lastro.expiring_values (key, value, expires_at)
VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`;

const READ = 'SELECT value FROM lastro.expiring_values WHERE key = $1 AND expires_at > clock_timestamp()';

/** A second taker waits for the first one's row lock, looks again and finds nothing. */
const TAKE = 'DELETE FROM lastro.expiring_values WHERE key = $1 AND value = $2 AND expires_at > clock_timestamp()';

/** A counter that has expired begins again; one that has not keeps the end that its first count gave it. */
const COUNT = `
INSERT INTO lastro.expiring_values AS kept (key, value, expires_at)
VALUES ($1, '1', clock_timestamp() + make_interval(secs => $2))
ON CONFLICT (key) DO UPDATE SET
  value = CASE WHEN kept.expires_at > clock_timestamp() THEN (kept.value::bigint + 1)::text ELSE excluded.value END,
  expires_at = CASE WHEN kept.expires_at > clock_timestamp() THEN kept.expires_at ELSE excluded.expires_at END
RETURNING value`;

/** Compares with now() and not with the clock, because only a stable bound may use the index. */
const REMOVE = `
DELETE FROM lastro.expiring_values WHERE key IN (
  SELECT key FROM lastro.expiring_values WHERE expires_at <= now() LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

/** Shared by every process on one database. All times are the server's. Rejects when the database is away. */
export const createPostgresExpiringValues = (pool: Pool): PostgresExpiringValues => ({
  put: async (key, value, ttlSeconds) => {
    await pool.query({ name: 'put-expiring-value', text: PUT, values: [key, value, ttlSeconds] });
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
