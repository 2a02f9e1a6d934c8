import pg from 'pg';
import type { StoredEvent } from './stored-event';

const { builtins } = pg.types;

export const COLUMNS =
  'position, stream, revision, id, type, is_json, created_ms, data, data_bytes, metadata, metadata_bytes';

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
