import pg from 'pg';
import type { StoredEvent } from './stored-event';

const { builtins } = pg.types;

export const COLUMNS =
  'position, stream, revision, id, type, is_json, created_ms, data, data_bytes, metadata, metadata_bytes';

/** Named as a stored event has them. */
export const AS_EVENT = `position, stream, revision, id, type, is_json AS "isJson", created_ms AS "createdMs", data, metadata,
  data_bytes, metadata_bytes`;

export interface EventRow extends Omit<StoredEvent, 'data' | 'metadata'> {
  data: string | Buffer | null;
  metadata: string | Buffer | null;
  readonly data_bytes: Buffer | null;
  readonly metadata_bytes: Buffer | null;
}

/** The row itself becomes the event: a copy of each would cost a tenth of a read. */
export const eventOf = (row: EventRow): StoredEvent => {
  row.data ??= row.data_bytes ?? '';
  row.metadata ??= row.metadata_bytes ?? '';
  return row as StoredEvent;
};

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
