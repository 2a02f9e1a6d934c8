import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inTime } from '../../../timing/time-limit';
import type { StoredEvent } from './stored-event';
import { CREATE_TABLE, columnsOf, columnTypes, INSERT_EVENTS } from './table';

/** The one writing connection, which holds the database's advisory lock while it lives. */
export interface WriterConnection {
  /** Position of the last event at connection time; nobody else adds any. */
  readonly head: number;
  /** Writes and commits. On rejection the outcome is unknown and the connection must be closed. */
  readonly insert: (events: readonly StoredEvent[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface WriterConnectionSettings {
  readonly databaseUrl: string;
  /** Longest wait for the lock: a killed predecessor's connection lives on for a moment. */
  readonly lockWaitMs: number;
  /** Silence after which the connection counts as lost. */
  readonly silenceMs: number;
  /** Called at most once, and only after the connection was made. */
  readonly onLost: (cause: string) => void;
}

/** Advisory locks are per database; these two numbers name ours. */
const TAKE_LOCK = 'SELECT pg_try_advisory_lock(1818326895, 1) AS taken';
const LOCK_POLL_MS = 50;

const takeLock = async (client: pg.Client, waitMs: number): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += LOCK_POLL_MS) {
    const { rows } = await client.query<{ taken: boolean }>(TAKE_LOCK);
    if (rows[0]?.taken === true) return;
    if (waitedMs >= waitMs) throw new Error('Another event store server writes to this database');
    await pause(LOCK_POLL_MS);
  }
};

/** The database notices a vanished server and frees its lock within seconds; by its defaults, after two hours. */
const NOTICE_WHEN_WE_ARE_GONE =
  'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3';

const prepare = async (client: pg.Client, lockWaitMs: number): Promise<number> => {
  await client.connect();
  await client.query('SET synchronous_commit = on');
  await client.query(NOTICE_WHEN_WE_ARE_GONE);
  await takeLock(client, lockWaitMs);
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<{ head: number }>(
    'SELECT coalesce(max(position), 0) AS head FROM event_store.events',
  );
  return rows[0]?.head ?? 0;
};

export const connectWriter = async (settings: WriterConnectionSettings): Promise<WriterConnection> => {
  const client = new pg.Client({
    connectionString: settings.databaseUrl,
    types: columnTypes,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: settings.silenceMs,
    application_name: 'event-store-writer',
  });
  let usable = false;
  const lost = (cause: string): void => {
    if (usable) settings.onLost(cause);
    usable = false;
  };
  client.on('error', (error) => lost(error.message));
  client.on('end', () => lost('the connection ended'));
  const close = async (): Promise<void> => {
    usable = false;
    const farewell = client.end();
    await inTime(settings.silenceMs, farewell, () => {
      client.connection.stream.destroy();
      return farewell;
    });
  };
  try {
    const head = await prepare(client, settings.lockWaitMs);
    usable = true;
    const insert = async (events: readonly StoredEvent[]): Promise<void> => {
      await client.query({ name: 'insert', text: INSERT_EVENTS, values: columnsOf(events) });
    };
    return { head, insert, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
};
