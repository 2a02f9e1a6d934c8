import type { Pool } from 'pg';
import { migrate, migrationFile } from '../../infra/postgres/migrate';
import { createPool } from '../../infra/postgres/pool';
import { silent } from '../infra/projections/fixture';
import { testDatabase } from './postgres';

export interface BookDatabase {
  readonly url: string;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/** A database that has the sandbox's book and nothing else. */
export const bookDatabase = async (): Promise<BookDatabase> => {
  const { url, drop } = await testDatabase();
  const pool = createPool(url, silent);
  await migrate(pool, [migrationFile('infra/providers/sandbox/book/sandbox-book.sql', true)]);
  const close = async (): Promise<void> => {
    await pool.end();
    await drop();
  };
  return { url, pool, close };
};
