import type { Pool } from 'pg';
import { migrate, migrationFile } from '../../../infra/postgres/migrate';

const FILES = ['vault', 'lookup-claims', 'master-keys', 'lookup-rotation', 'fiscal-uses'];

/** The tables of the vault as this version has them. */
export const migrateVault = (pool: Pool): Promise<unknown> =>
  migrate(
    pool,
    FILES.map((name) => migrationFile(`infra/vault/${name}.sql`)),
  );
