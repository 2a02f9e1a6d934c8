import type { ClientBase, Pool } from 'pg';
import type { StoredEvent } from '../../../../packages/event-store/log/stored-event';

/** The table of the versions with a server of their own. */
const FIRST_TABLE = `CREATE SCHEMA event_store;
CREATE TABLE event_store.events (
  position bigint NOT NULL PRIMARY KEY, stream text COLLATE "C" NOT NULL, revision bigint NOT NULL, id uuid NOT NULL,
  type text COLLATE "C" NOT NULL, is_json boolean NOT NULL, created_ms bigint NOT NULL, data text, data_bytes bytea,
  metadata text, metadata_bytes bytea, UNIQUE (stream, revision)
)`;

const INSERT = `INSERT INTO event_store.events
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const split = (content: string | Buffer): readonly [string | null, Buffer | null] =>
  typeof content === 'string' ? [content, null] : [null, content];

/** Writes a log like an earlier version. */
export const writeFirstTable = async (database: ClientBase | Pool, events: readonly StoredEvent[]): Promise<void> => {
  await database.query(FIRST_TABLE);
  for (const { position, stream, revision, id, type, isJson, createdMs, data, metadata } of events) {
    const values = [position, stream, revision, id, type, isJson, createdMs, ...split(data), ...split(metadata)];
    await database.query(INSERT, values);
  }
};
