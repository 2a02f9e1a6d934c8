import type { Logger } from 'pino';
import { migrate } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { prepareBooks } from '../../../../infra/providers/sandbox/books/books-postgres';
import { prepareKycStore } from '../../../../infra/providers/sandbox/kyc/kyc-store-postgres';
import { preparePayoutStore } from '../../../../infra/providers/sandbox/payouts/payout-store-postgres';
import { serviceMigrations } from '../../prepared-database';

/** All of the service's tables: a PostgreSQL of which the vault alone was restored lacks the others. */
export const prepareDatabase = async (databaseUrl: string, logger: Logger): Promise<void> => {
  const pool = createPool(databaseUrl, logger, BATCH_LIMITS);
  try {
    await migrate(pool, serviceMigrations());
    await preparePayoutStore(pool);
    await prepareKycStore(pool);
    await prepareBooks(pool);
  } finally {
    await pool.end();
  }
};
