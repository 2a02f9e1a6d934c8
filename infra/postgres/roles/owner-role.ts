import type { Pool } from 'pg';
import type { Logger } from '../../logger';

/** Warns when the service connects with server-wide rights: its session would expose the whole server. */
export const warnOfMightyOwner = async (owner: Pool, logger: Logger): Promise<void> => {
  const { rows } = await owner.query<{ role: string; mighty: boolean }>(
    'SELECT rolname AS role, rolsuper OR rolbypassrls OR rolreplication AS mighty FROM pg_roles WHERE rolname = session_user',
  );
  const [standing] = rows;
  if (standing?.mighty !== true) return;
  logger.warn(
    { role: standing.role },
    'DATABASE_URL: this role has more rights than needed; a role that owns the database is enough',
  );
};
