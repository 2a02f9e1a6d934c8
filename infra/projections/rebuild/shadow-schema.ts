import fs from 'node:fs';
import path from 'node:path';
import type { ClientBase } from 'pg';
import type { Projection } from '../../../projections/projection';
import type { Table } from '../../../read-models/table';
import { PREVIOUS_SCHEMA_LOCK } from '../../postgres/advisory-locks';
import { sqlFilesIn } from '../../postgres/migrate';
import { LIVE_SCHEMA } from '../rows/row-store';
import { beginGeneration } from '../waiting/checkpoints';

/** Keeps the tables of before the last rebuild, for a rollback. */
export const PREVIOUS_SCHEMA = 'lastro_previous';

export const SHADOW_PREFIX = 'lastro_shadow_';

/** Reversible: projection names are [a-z0-9] words joined by -. */
export const shadowSchemaOf = (projection: Projection): string =>
  `${SHADOW_PREFIX}${projection.name.replaceAll('-', '_')}`;

/** Empty tables from the read model's `.sql`, grants and policies included. */
export async function createShadow(client: ClientBase, projection: Projection, folder: string): Promise<void> {
  const schema = shadowSchemaOf(projection);
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`);
  for (const table of projection.tables) {
    await client.query(definitionOf(projection, table, folder).replaceAll(INDEX, '').replaceAll(AT_SWAP, ''));
  }
}

/** Secondary indexes: built over full tables they cost a fraction of incremental updates. */
export async function indexShadow(client: ClientBase, projection: Projection, folder: string): Promise<void> {
  for (const table of projection.tables) {
    const statements = definitionOf(projection, table, folder).match(INDEX) ?? [];
    for (const statement of statements) await client.query(statement);
  }
}

/** Renames only the projection's own tables: policies may refer to settings or functions of the live schema. */
function definitionOf(projection: Projection, table: Table, folder: string): string {
  const name = `${table.name.replaceAll('_', '-')}.sql`;
  const sql = fs.readFileSync(sqlFilesIn(folder).get(name) ?? path.join(folder, name), 'utf8');
  const names = projection.tables.map(({ name }) => name).join('|');
  return sql.replaceAll(new RegExp(`\\b${LIVE_SCHEMA}\\.(${names})\\b`, 'g'), `${shadowSchemaOf(projection)}.$1`);
}

const INDEX = /^CREATE (?:UNIQUE )?INDEX\b[^;]*;/gm;

/** Statements of a live table with effects outside: a shadow must not have them before its swap. */
const AT_SWAP = /^(?:CREATE TRIGGER|SELECT)\b[^;]*;/gm;

export async function dropShadow(client: ClientBase, projection: Projection): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${shadowSchemaOf(projection)} CASCADE`);
}

/** Views and others' foreign keys would keep pointing at the old table. */
const DEPENDANTS = `
  SELECT rule.ev_class::regclass::text AS name FROM pg_depend JOIN pg_rewrite AS rule ON rule.oid = objid
    WHERE refobjid = to_regclass($1) AND rule.ev_class <> refobjid
  UNION SELECT conrelid::regclass::text FROM pg_constraint WHERE confrelid = to_regclass($1) AND conrelid <> confrelid`;

export async function refuseDependants(client: ClientBase, projection: Projection): Promise<void> {
  for (const { name } of projection.tables) {
    const { rows } = await client.query<{ name: string }>(DEPENDANTS, [`${LIVE_SCHEMA}.${name}`]);
    const dependants = rows.map((row) => row.name).join(', ');
    if (dependants !== '') throw new Error(`${name} cannot be swapped: ${dependants} still use the old table`);
  }
}

/** Runs in the caller's transaction, which has locked the checkpoint. */
export async function swapTables(client: ClientBase, projection: Projection, folder: string): Promise<void> {
  const shadow = shadowSchemaOf(projection);
  for (const table of projection.tables) {
    for (const statement of definitionOf(projection, table, folder).match(AT_SWAP) ?? []) await client.query(statement);
  }
  await makePreviousSchema(client);
  for (const { name } of projection.tables) {
    await client.query(`DROP TABLE IF EXISTS ${PREVIOUS_SCHEMA}.${name}`);
    await moveTable(client, `${LIVE_SCHEMA}.${name}`, PREVIOUS_SCHEMA);
    await moveTable(client, `${shadow}.${name}`, LIVE_SCHEMA);
  }
  await beginGeneration(client, projection.name);
  await client.query(`DROP SCHEMA ${shadow} CASCADE`);
}

const STATISTICS = `SELECT format('%I.%I', stxnamespace::regnamespace, stxname) AS name FROM pg_statistic_ext
  WHERE stxrelid = to_regclass($1)`;

/** Indexes follow their table, its statistics do not. */
async function moveTable(client: ClientBase, table: string, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(STATISTICS, [table]);
  for (const { name } of rows) await client.query(`ALTER STATISTICS ${name} SET SCHEMA ${schema}`);
  await client.query(`ALTER TABLE IF EXISTS ${table} SET SCHEMA ${schema}`);
}

/** Rebuilds of several projections may swap at once. */
async function makePreviousSchema(client: ClientBase): Promise<void> {
  const { classId, objectId } = PREVIOUS_SCHEMA_LOCK;
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [classId, objectId]);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${PREVIOUS_SCHEMA}`);
}
