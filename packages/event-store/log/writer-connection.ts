import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inTime } from '../timing/time-limit';
import type { AppendReply, AppendRequest } from './append-request';
import { appendStatement, type Decided, repliesOf } from './append-statement';
import { prepareSchema } from './schema';

/** A process's only connection for appends. The connection holds the log's shared lock, which each append needs. */
export interface WriterConnection {
  /** Decides and commits. On rejection with a lost connection the outcome is unknown. */
  readonly append: (batch: readonly AppendRequest[]) => Promise<readonly AppendReply[]>;
  readonly close: () => Promise<void>;
}

export interface WriterConnectionSettings {
  readonly databaseUrl: string;
  /** Longest wait for the lock: a killed predecessor's connection stays open for a moment. */
  readonly lockWaitMs: number;
  /** Silence after which the connection counts as lost. */
  readonly silenceMs: number;
  /** Called after each append, of any process. */
  readonly onAppended: () => void;
  /** Called at most once, and only after the connection was made. */
  readonly onLost: (cause: string) => void;
}

/** Versions before this one hold it alone: they and this one never write together. */
const TAKE_LOCK = 'SELECT pg_try_advisory_lock_shared(1818326895, 1) AS taken';
const LOCK_POLL_MS = 50;
const LOCKED_OUT =
  'An event store of an earlier version writes to this database, and holds its lock alone: end that program first';

const takeLock = async (client: pg.Client, waitMs: number): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += LOCK_POLL_MS) {
    const { rows } = await client.query<{ taken: boolean }>(TAKE_LOCK);
    if (rows[0]?.taken === true) return;
    if (waitedMs >= waitMs) throw new Error(LOCKED_OUT);
    await pause(LOCK_POLL_MS);
  }
};

/**
 * Sets `read committed`, whatever the database's default is: each statement of the function sees all earlier commits.
 * The keepalives free the lock of a host that is away within seconds; PostgreSQL's defaults take two hours.
 */
const SESSION = `SET synchronous_commit = on;
SET default_transaction_isolation = 'read committed';
SET default_transaction_read_only = off;
SET standard_conforming_strings = on;
SET lock_timeout = '1s';
SET idle_in_transaction_session_timeout = '5s';
SET statement_timeout = 0;
SET tcp_keepalives_idle = 5;
SET tcp_keepalives_interval = 2;
SET tcp_keepalives_count = 3`;

const prepare = async (client: pg.Client, lockWaitMs: number): Promise<void> => {
  await client.connect();
  await client.query(SESSION);
  await takeLock(client, lockWaitMs);
  await prepareSchema(client);
  await client.query('LISTEN event_store');
};

const closeClient = async (client: pg.Client, silenceMs: number): Promise<void> => {
  const farewell = client.end();
  await inTime(silenceMs, farewell, () => {
    client.connection.stream.destroy();
    return farewell;
  });
};

const clientOf = ({ databaseUrl, silenceMs }: WriterConnectionSettings): pg.Client =>
  new pg.Client({
    ...{ connectionString: databaseUrl, keepAlive: true, application_name: 'lastro event log writer' },
    ...{ connectionTimeoutMillis: 5_000, query_timeout: silenceMs },
  });

export const connectWriter = async (settings: WriterConnectionSettings): Promise<WriterConnection> => {
  const client = clientOf(settings);
  let usable = false;
  const lost = (cause: string): void => {
    if (usable) settings.onLost(cause);
    usable = false;
  };
  client.on('error', (error) => lost(error.message));
  client.on('end', () => lost('the connection ended'));
  client.on('notification', settings.onAppended);
  const close = async (): Promise<void> => {
    usable = false;
    await closeClient(client, settings.silenceMs);
  };
  try {
    await prepare(client, settings.lockWaitMs);
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  usable = true;
  const append = async (batch: readonly AppendRequest[]): Promise<readonly AppendReply[]> => {
    const { rows } = await client.query<{ decided: Decided }>(appendStatement(batch));
    return repliesOf(batch, (rows[0] as { decided: Decided }).decided);
  };
  return { append, close };
};
