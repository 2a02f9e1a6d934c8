import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { projectRoot } from '../project-root';
import { inTransaction } from './pool';
import { isUnavailable } from './unavailable';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Runs again when its text changes ("if not exists"); otherwise a changed text is refused. */
  readonly repeatable?: boolean;
  /** Runs at every start: its effect is outside the database, so a record of it would prove nothing. */
  readonly everyStart?: boolean;
}

const LOCK = '119212473967215';

const RECORDS = `
  CREATE SCHEMA IF NOT EXISTS lastro;
  CREATE TABLE IF NOT EXISTS lastro.migrations (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`;

export function migrationFile(file: string, repeatable = false): Migration {
  return { name: file, sql: fs.readFileSync(path.join(projectRoot(), file), 'utf8'), repeatable };
}

export const sqlFilesIn = (folder: string): ReadonlyMap<string, string> => {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
  return new Map(names.map((name) => [path.basename(name), path.join(folder, name)]));
};

/** Migrations of a folder, relative to the project's root. A name has no room: a file that moves is no new migration. */
export function migrationFolder(folder: string, repeatable = false): readonly Migration[] {
  return [...sqlFilesIn(path.join(projectRoot(), folder))]
    .map(([name, file]) => ({ name: `${folder}/${name}`, sql: fs.readFileSync(file, 'utf8'), repeatable }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

const READERS = ['lastro_api', 'lastro_ops'];

/** Must precede every migration that grants to the roles of the HTTP surface: of partners, then of operators. */
export const readerRoles = (): readonly Migration[] => {
  const { sql } = migrationFile('infra/postgres/reader-role.sql');
  return READERS.map((role) => ({
    ...{ name: `the role ${role}`, everyStart: true },
    sql: sql.replaceAll('READER_ROLE', role),
  }));
};

/** Applies all pending migrations or none; answers their names. Processes wait for each other: use BATCH_LIMITS. */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<readonly string[]> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(RECORDS);
    const applied = await readApplied(client);
    const missing = migrations.filter((migration) => isMissing(migration, applied));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  });
}

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

async function readApplied(client: PoolClient): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM lastro.migrations');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function isMissing(migration: Migration, applied: ReadonlyMap<string, string>): boolean {
  const { name, sql, repeatable, everyStart } = migration;
  if (everyStart === true) return true;
  const hash = applied.get(name);
  if (hash === undefined) return true;
  if (hash === hashOf(sql)) return false;
  if (repeatable === true) return true;
  throw new Error(`the migration ${name} was changed after it was applied: add a new migration instead`);
}

async function apply(client: PoolClient, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const { message, hint } = error as Error & { readonly hint?: string };
    const advice = hint === undefined ? '' : `; ${hint}`;
    throw new Error(`the migration ${name} failed: ${message}${advice}`, { cause: error });
  }
  await client.query(
    `INSERT INTO lastro.migrations (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = clock_timestamp()`,
    [name, hashOf(sql)],
  );
}
