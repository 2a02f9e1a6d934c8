import type { Client, Pool } from 'pg';

export interface EventRow {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Where the baselines write, so that the log itself stays as it is. */
const SCHEMA = 'bench_baseline';

const INSERT = `INSERT INTO ${SCHEMA}.events (position, stream, revision, id, type, is_json, created_ms, data,
  data_bytes, metadata, metadata_bytes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** The event table, in a schema of its own; empty, and without its triggers. */
export const createBaselineTable = async (client: Client | Pool): Promise<void> => {
  await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await client.query(`CREATE SCHEMA ${SCHEMA}; CREATE TABLE ${SCHEMA}.events (LIKE event_store.events INCLUDING ALL)`);
};

/** The prepared INSERT of one row, which commits by itself. */
export const insertOf = (position: number, row: EventRow) => ({
  name: 'insert-event',
  text: INSERT,
  values: [
    ...[position, row.stream, row.revision, row.id, row.type, true, Date.now(), row.data, null],
    ...[row.metadata, null],
  ],
});

/** Refuses a database that does not wait for the disk: it would be no baseline. */
export const refuseUnsafe = async (client: Client | Pool): Promise<void> => {
  for (const setting of ['fsync', 'synchronous_commit']) {
    const { rows } = await client.query<{ readonly [name: string]: string }>(`SHOW ${setting}`);
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} is ${rows[0]?.[setting] ?? 'unknown'}, not on`);
  }
};
