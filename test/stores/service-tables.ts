import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { prepareSimulatedBooks } from '../../infra/chains/simulated/books-postgres';
import { migrate } from '../../infra/postgres/migrate';
import { serviceMigrations } from '../../src/bin/stores/prepared-database';
import { onServer, ownedDatabase, TEMPLATE_VARIABLE } from './postgres';

const nameOf = (texts: readonly string[]): string =>
  `lastro_template_${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)}`;

/** Makes the database that `serviceDatabase` copies, unless the server has the same from an earlier run. */
export const makeServiceTables = async (): Promise<void> => {
  const migrations = serviceMigrations();
  const name = nameOf(migrations.map(({ sql }) => sql));
  process.env[TEMPLATE_VARIABLE] = name;
  if (await isThere(name)) return;
  const unfinished = `${name}_${process.pid}`;
  const { url } = await ownedDatabase(unfinished);
  const pool = new Pool({ connectionString: url });
  try {
    await migrate(pool, migrations);
    await prepareSimulatedBooks(pool);
  } finally {
    await pool.end();
  }
  await onServer(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
};

const isThere = async (name: string): Promise<boolean> => {
  const rows = await onServer(`SELECT FROM pg_database WHERE datname = '${name}'`);
  return rows.length > 0;
};
