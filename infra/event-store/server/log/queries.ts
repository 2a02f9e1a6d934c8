import pg from 'pg';
import { databaseAway } from '../grpc/refusal';
import type { Known } from './decide';
import { idKey } from './plan';
import { type Slice, type SliceRow, selectSlice, sliceOf } from './slices';
import { columnTypes } from './table';

/** SQL condition on a scan of the log; `values` begin at $3. */
export interface Narrowing {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export const EVERYTHING: Narrowing = { sql: '', values: [] };

/** Reads of the table, on connections of their own, bounded in bytes. */
export interface Queries {
  /** `after < position <= upTo`, oldest first. */
  readonly between: (after: number, upTo: number, narrowing: Narrowing) => Promise<Slice>;
  /** `downTo <= position < before`, newest first. */
  readonly betweenBackwards: (before: number, downTo: number, narrowing: Narrowing) => Promise<Slice>;
  /** At most `limit` events from revision `from`, oldest first. */
  readonly ofStream: (stream: string, from: number, limit: number) => Promise<Slice>;
  readonly ofStreamBackwards: (stream: string, from: number, limit: number) => Promise<Slice>;
  readonly lastRevisions: (streams: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Places of the ids among the last `window` events of their streams, by `idKey`. */
  readonly knownIds: (pairs: readonly (readonly [string, string])[], window: number) => Promise<Map<string, Known>>;
  readonly idsAfter: (stream: string, revision: number, limit: number) => Promise<{ id: string; position: number }[]>;
  readonly close: () => Promise<void>;
}

const forwards = ({ sql }: Narrowing): string => selectSlice(`position > $1 AND position <= $2 ${sql}`, 'position');
const backwards = ({ sql }: Narrowing): string =>
  selectSlice(`position < $1 AND position >= $2 ${sql}`, 'position DESC');
const STREAM_FORWARDS = selectSlice('stream = $1 AND revision >= $2', 'revision', 'LIMIT $3');
const STREAM_BACKWARDS = selectSlice('stream = $1 AND revision <= $2', 'revision DESC', 'LIMIT $3');
const LAST_REVISIONS = `SELECT wanted.stream, newest.revision FROM unnest($1::text[]) AS wanted(stream)
CROSS JOIN LATERAL (SELECT revision FROM event_store.events e WHERE e.stream = wanted.stream COLLATE "C"
  ORDER BY revision DESC LIMIT 1) newest`;
const KNOWN_IDS = `SELECT wanted.stream, found.id, found.revision, found.position
FROM (SELECT stream, array_agg(id) AS ids FROM unnest($1::text[], $2::uuid[]) AS pair(stream, id) GROUP BY stream) wanted
CROSS JOIN LATERAL (SELECT id, revision, position FROM event_store.events e WHERE e.stream = wanted.stream COLLATE "C"
  ORDER BY revision DESC LIMIT $3) found
WHERE found.id = ANY(wanted.ids)`;
const IDS_AFTER =
  'SELECT id, position FROM event_store.events WHERE stream = $1 AND revision > $2 ORDER BY revision LIMIT $3';

export interface QueriesSettings {
  readonly databaseUrl: string;
  readonly connections: number;
  /** Silence after which a query fails and its connection counts as lost. */
  readonly silenceMs: number;
  readonly warn: (message: string) => void;
}

const createPool = ({ databaseUrl, connections, silenceMs, warn }: QueriesSettings): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    types: columnTypes,
    connectionTimeoutMillis: 5_000,
    query_timeout: silenceMs,
    idleTimeoutMillis: 30_000,
    application_name: 'event-store-reader',
  });
  // A broken idle connection is replaced at the next query.
  pool.on('error', (error) => warn(`idle database connection lost: ${error.message}`));
  return pool;
};

export const openQueries = (settings: QueriesSettings): Queries => {
  const pool = createPool(settings);
  const select = async <Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> => {
    try {
      return (await pool.query<Row>({ name, text, values })).rows;
    } catch (error) {
      throw databaseAway(error);
    }
  };
  const slice = async (name: string, text: string, values: unknown[]): Promise<Slice> =>
    sliceOf(await select<SliceRow>(name, text, values));

  return {
    between: (after, upTo, narrowing) =>
      slice(`between${narrowing.sql}`, forwards(narrowing), [after, upTo, ...narrowing.values]),
    betweenBackwards: (before, downTo, narrowing) =>
      slice(`back${narrowing.sql}`, backwards(narrowing), [before, downTo, ...narrowing.values]),
    ofStream: (stream, from, limit) => slice('stream', STREAM_FORWARDS, [stream, from, limit]),
    ofStreamBackwards: (stream, from, limit) => slice('stream-back', STREAM_BACKWARDS, [stream, from, limit]),
    lastRevisions: async (streams) => {
      const rows = await select<{ stream: string; revision: number }>('last', LAST_REVISIONS, [streams]);
      return new Map(rows.map((row) => [row.stream, row.revision]));
    },
    knownIds: async (pairs, window) => {
      const values = [pairs.map(([stream]) => stream), pairs.map(([, id]) => id), window];
      const rows = await select<Known & { stream: string; id: string }>('known', KNOWN_IDS, values);
      return new Map(rows.map(({ stream, id, revision, position }) => [idKey(stream, id), { revision, position }]));
    },
    idsAfter: (stream, revision, limit) => select('ids', IDS_AFTER, [stream, revision, limit]),
    close: () => pool.end(),
  };
};
