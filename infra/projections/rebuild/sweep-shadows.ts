import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../postgres/pool';
import { SHADOW_PREFIX } from './shadow-schema';

/** First key of the advisory lock that keeps rebuilds of one projection apart; the second is its hashed name. */
export const REBUILD_LOCK_CLASS = 1_279_350_869;

const SHADOWS = `SELECT nspname::text AS name FROM pg_namespace WHERE starts_with(nspname, '${SHADOW_PREFIX}') ORDER BY 1`;

/** Drops the shadows of killed rebuilds; answers how many. A live rebuild holds its projection's lock. */
export async function sweepShadows(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(SHADOWS);
  let count = 0;
  for (const { name } of rows) if (await inTransaction(pool, (client) => dropAbandoned(client, name))) count += 1;
  return count;
}

/** The lock keeps rebuilds out until the transaction ends. */
async function dropAbandoned(client: PoolClient, schema: string): Promise<boolean> {
  const projection = schema.slice(SHADOW_PREFIX.length).replaceAll('_', '-');
  const lock = 'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked';
  const { rows } = await client.query<{ locked: boolean }>(lock, [REBUILD_LOCK_CLASS, projection]);
  if (rows[0]?.locked !== true) return false;
  const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  // A rebuild that ended meanwhile has dropped its own shadow.
  if (rowCount !== 0) await client.query(`DROP SCHEMA "${schema}" CASCADE`);
  return rowCount !== 0;
}
