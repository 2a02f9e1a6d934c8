import type { Logger } from '../../infra/logger';
import { createPool, READER_LIMITS } from '../../infra/postgres/pool';
import { serviceDatabase } from '../stores/postgres';

/** An empty database with every table of the service. */
export const openHttpDatabase = async (logger: Logger) => {
  const database = await serviceDatabase();
  const pool = createPool(database.url, logger);
  const readerPool = createPool(database.url, logger, READER_LIMITS);
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), readerPool.end()]);
    await database.drop();
  };
  return { pool, readerPool, close };
};
