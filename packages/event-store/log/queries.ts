import pg from 'pg';
import { causeOf, logAway } from './log-error';
import { columnTypes } from './rows';
import { type Slice, type SliceRow, selectSlice, sliceOf } from './slices';

/** SQL condition on a scan of the log; `values` begin at $3. */
export interface Narrowing {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export const EVERYTHING: Narrowing = { sql: '', values: [] };

export const prefixesOf = (column: 'stream' | 'type', prefixes: readonly string[]): Narrowing => ({
  sql: `AND ${column} ^@ ANY($3::text[])`,
  values: [prefixes],
});

/** Reads of the table, on connections of their own, bounded in bytes. */
export interface Queries {
  /** At most `limit` events after a position, oldest first. */
  readonly after: (after: number, limit: number) => Promise<Slice>;
  /** `after < position <= upTo`, oldest first. */
  readonly between: (after: number, upTo: number, narrowing: Narrowing) => Promise<Slice>;
  /** `downTo <= position < before`, newest first. */
  readonly betweenBackwards: (before: number, downTo: number, narrowing: Narrowing) => Promise<Slice>;
  /** At most `limit` events from revision `from`, oldest first. */
  readonly ofStream: (stream: string, from: number, limit: number) => Promise<Slice>;
  readonly ofStreamBackwards: (stream: string, from: number, limit: number) => Promise<Slice>;
  /** Position of the last event, 0 for none. */
  readonly head: () => Promise<number>;
  /** -1 for no stream. */
  readonly lastRevision: (stream: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

const forwards = ({ sql }: Narrowing): string => selectSlice(`position > $1 AND position <= $2 ${sql}`, 'position');
const backwards = ({ sql }: Narrowing): string =>
  selectSlice(`position < $1 AND position >= $2 ${sql}`, 'position DESC');
const AFTER = selectSlice('position > $1', 'position', 'LIMIT $2');
const STREAM_FORWARDS = selectSlice('stream = $1 AND revision >= $2', 'revision', 'LIMIT $3');
const STREAM_BACKWARDS = selectSlice('stream = $1 AND revision <= $2', 'revision DESC', 'LIMIT $3');
const HEAD = 'SELECT coalesce(max(position), 0) AS head FROM event_store.events';
const LAST_REVISION = 'SELECT coalesce(max(revision), -1) AS last FROM event_store.events WHERE stream = $1';

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
    connectionTimeoutMillis: silenceMs,
    query_timeout: silenceMs,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    application_name: 'lastro event log reader',
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
      throw logAway(causeOf(error));
    }
  };
  const slice = async (name: string, text: string, values: unknown[]): Promise<Slice> =>
    sliceOf(await select<SliceRow>(name, text, values));

  return {
    after: (after, limit) => slice('after', AFTER, [after, limit]),
    between: (after, upTo, narrowing) =>
      slice(`between${narrowing.sql}`, forwards(narrowing), [after, upTo, ...narrowing.values]),
    betweenBackwards: (before, downTo, narrowing) =>
      slice(`back${narrowing.sql}`, backwards(narrowing), [before, downTo, ...narrowing.values]),
    ofStream: (stream, from, limit) => slice('stream', STREAM_FORWARDS, [stream, from, limit]),
    ofStreamBackwards: (stream, from, limit) => slice('stream-back', STREAM_BACKWARDS, [stream, from, limit]),
    head: async () => (await select<{ head: number }>('head', HEAD, []))[0]?.head ?? 0,
    lastRevision: async (stream) => (await select<{ last: number }>('last', LAST_REVISION, [stream]))[0]?.last ?? -1,
    close: () => pool.end(),
  };
};
