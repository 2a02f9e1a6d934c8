import { statfs } from 'node:fs/promises';
import type { Client } from 'pg';
import type { Filling } from '../seeds/list-rows';

/** Its indexes, by the statements that remove them and make them again. */
const INDEXES = `
SELECT CASE WHEN kept.oid IS NULL THEN format('DROP INDEX %s', made.indexrelid::regclass)
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', made.indrelid::regclass, kept.conname) END AS remove,
       CASE WHEN kept.oid IS NULL THEN pg_get_indexdef(made.indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', made.indrelid::regclass, kept.conname,
           pg_get_constraintdef(kept.oid)) END AS make
  FROM pg_index made LEFT JOIN pg_constraint kept ON kept.conindid = made.indexrelid AND kept.contype IN ('p', 'u')
 WHERE made.indrelid = ('lastro.' || $1)::regclass`;

/** Reads do not depend on the write-ahead log, which would take twice the size of ten million rows. */
const UNLOGGED = (table: string): string =>
  `ALTER TABLE lastro.${table} SET UNLOGGED; ALTER TABLE lastro.${table} SET (autovacuum_enabled = false)`;

/** Fills a table that its service does not write to meanwhile; indexes are made again afterwards. */
export const fillTable = async (client: Client, { table, rows }: Filling): Promise<void> => {
  const indexes = await client.query<{ readonly remove: string; readonly make: string }>(INDEXES, [table]);
  for (const { remove } of indexes.rows) await client.query(remove);
  await client.query(UNLOGGED(table));
  await client.query(`INSERT INTO lastro.${table} ${rows}`);
  for (const { make } of indexes.rows) await client.query(make);
  await client.query(`VACUUM (ANALYZE) lastro.${table}`);
};

/** Throws when the disk has not so many bytes left. */
export const mustHaveRoom = async (directory: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const gigabytes = (value: number): string => (value / 2 ** 30).toFixed(1);
  if (free < bytes)
    throw new Error(`The rows need ${gigabytes(bytes)} GB in ${directory}, which has ${gigabytes(free)}`);
};
