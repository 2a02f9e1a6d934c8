import type { Logger } from 'pino';
import { migrate } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { serviceMigrations } from '../../prepared-database';

/** All of the service's tables: a PostgreSQL of which the vault alone was restored lacks the others. */
export const prepareDatabase = async (databaseUrl: string, logger: Logger): Promise<void> => {
  const pool = createPool(databaseUrl, logger, BATCH_LIMITS);
  try {
    await migrate(pool, serviceMigrations());
  } finally {
    await pool.end();
  }
};
