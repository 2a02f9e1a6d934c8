import type { Pool } from 'pg';

/**
 * The embedded log that was used before another store, if there is one, keeps everything under the name that is
 * answered, so that the ledger can come to an empty one. No server must run on it.
 */
export const setLogAside = async (pool: Pool, today: string): Promise<string | null> => {
  if (!(await hasEvents(pool))) return null;
  const name = `event_store_until_${today.replaceAll(/\D/g, '')}`;
  await pool.query(`ALTER SCHEMA event_store RENAME TO ${name}`);
  return name;
};

const hasEvents = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>(
    `SELECT to_regclass('event_store.events') IS NOT NULL AS found`,
  );
  if (rows[0]?.found !== true) return false;
  const { rowCount } = await pool.query('SELECT FROM event_store.events LIMIT 1');
  return rowCount === 1;
};
