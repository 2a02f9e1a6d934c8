import { AS_EVENT, COLUMNS, type EventRow, eventOf } from './rows';
import type { StoredEvent } from './stored-event';

/** Events of one query: as many as were asked for, or as fit into SLICE_BYTES. */
export interface Slice {
  readonly events: readonly StoredEvent[];
  /** Ended by its bytes: the next slice begins after its last event. */
  readonly isCut: boolean;
}

const MEBIBYTE = 1024 * 1024;
/** Names, metadata and data of a slice. */
export const SLICE_BYTES = 4 * MEBIBYTE;
/** The limit of an append, and two names. */
const LARGEST_EVENT_BYTES = MEBIBYTE + 2 * 1024;
/** The event that reaches this is the slice's last, so that every slice has one. */
const FULL_AT_BYTES = SLICE_BYTES - LARGEST_EVENT_BYTES;

/** PostgreSQL knows these lengths without reading values that it stores out of line. */
const OWN_BYTES = `octet_length(stream) + octet_length(type) + coalesce(octet_length(data), octet_length(data_bytes), 0)
  + coalesce(octet_length(metadata), octet_length(metadata_bytes), 0)`;

type Order = 'position' | 'position DESC' | 'revision' | 'revision DESC';

/** A query for a slice of the events that meet the condition; `limit` is SQL, too. */
export const selectSlice = (condition: string, order: Order, limit = ''): string => `SELECT ${AS_EVENT}, total_bytes
FROM (SELECT ${COLUMNS}, own_bytes, sum(own_bytes) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS total_bytes
  FROM (SELECT ${COLUMNS}, ${OWN_BYTES} AS own_bytes FROM event_store.events
    WHERE ${condition} ORDER BY ${order} ${limit}) asked) counted
WHERE total_bytes - own_bytes < ${FULL_AT_BYTES} ORDER BY ${order}`;

export interface SliceRow extends EventRow {
  readonly total_bytes: number;
}

export const sliceOf = (rows: readonly SliceRow[]): Slice => ({
  events: rows.map(eventOf),
  isCut: (rows.at(-1)?.total_bytes ?? 0) >= FULL_AT_BYTES,
});
