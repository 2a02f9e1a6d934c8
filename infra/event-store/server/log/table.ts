import pg from 'pg';
import type { StoredEvent } from './stored-event';

const { builtins } = pg.types;

/** Created by the first server that writes to a new database. */
export const CREATE_TABLE = `
CREATE SCHEMA IF NOT EXISTS event_store;
CREATE TABLE IF NOT EXISTS event_store.events (
  position       bigint NOT NULL PRIMARY KEY,
  stream         text COLLATE "C" NOT NULL,
  revision       bigint NOT NULL,
  id             uuid NOT NULL,
  type           text COLLATE "C" NOT NULL,
  is_json        boolean NOT NULL,
  created_ms     bigint NOT NULL,
  data           text,
  data_bytes     bytea,
  metadata       text,
  metadata_bytes bytea,
  UNIQUE (stream, revision)
);`;

export const COLUMNS =
  'position, stream, revision, id, type, is_json, created_ms, data, data_bytes, metadata, metadata_bytes';

export const INSERT_EVENTS = `INSERT INTO event_store.events (${COLUMNS})
SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::boolean[], $7::bigint[],
  $8::text[], $9::bytea[], $10::text[], $11::bytea[])`;

const textOrNull = (value: string | Buffer): string | null => (typeof value === 'string' ? value : null);
const bytesOrNull = (value: string | Buffer): Buffer | null => (typeof value === 'string' ? null : value);

export const columnsOf = (events: readonly StoredEvent[]): unknown[][] => [
  events.map((event) => event.position),
  events.map((event) => event.stream),
  events.map((event) => event.revision),
  events.map((event) => event.id),
  events.map((event) => event.type),
  events.map((event) => event.isJson),
  events.map((event) => event.createdMs),
  events.map((event) => textOrNull(event.data)),
  events.map((event) => bytesOrNull(event.data)),
  events.map((event) => textOrNull(event.metadata)),
  events.map((event) => bytesOrNull(event.metadata)),
];

export interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly is_json: boolean;
  readonly created_ms: number;
  readonly data: string | null;
  readonly data_bytes: Buffer | null;
  readonly metadata: string | null;
  readonly metadata_bytes: Buffer | null;
}

export const eventOf = (row: EventRow): StoredEvent => ({
  position: row.position,
  stream: row.stream,
  revision: row.revision,
  id: row.id,
  type: row.type,
  isJson: row.is_json,
  createdMs: row.created_ms,
  data: row.data ?? row.data_bytes ?? '',
  metadata: row.metadata ?? row.metadata_bytes ?? '',
});

const asText = (value: string): string => value;

/** Parses only the table's types: bigint to number (positions stay below 2^53), the rest as text. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => {
    if (oid === (builtins.INT8 as number) || oid === (builtins.INT4 as number)) return (value: string) => Number(value);
    if (oid === (builtins.BOOL as number)) return (value: string) => value === 't';
    if (oid === (builtins.BYTEA as number)) return (value: string) => Buffer.from(value.slice(2), 'hex');
    return asText;
  }) as pg.CustomTypesConfig['getTypeParser'],
};
