import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import type { Logger } from '../../logger';
import { LEADER_LOCK } from '../../postgres/advisory-locks';

export interface Leadership {
  /** Resolves with the reason when the lock is lost; never rejects. */
  readonly lost: Promise<string>;
  readonly resign: () => Promise<void>;
}

export interface ElectionOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly retryMs?: number;
  /** Called whenever another, responsive leader is found. */
  readonly onStandby?: () => void;
}

const LOCK = [LEADER_LOCK.classId, LEADER_LOCK.objectId];
const RETRY_MS = 500;
const BEAT_MS = 1_000;
const CLOSE_WITHIN_MS = 1_000;
const QUERY_TIMEOUT_MS = 3_000;
/** A leader that is silent for longer is frozen: its session and its lock are terminated. */
const SILENCE_SECONDS = 3.5;

const TRY_LOCK = 'SELECT pg_try_advisory_lock($1, $2) AS locked';
const BEAT = `INSERT INTO lastro.projector_leader (backend_pid, beat_at) VALUES (pg_backend_pid(), clock_timestamp())
  ON CONFLICT (singleton) DO UPDATE SET backend_pid = EXCLUDED.backend_pid, beat_at = EXCLUDED.beat_at`;
const END_THE_SILENT = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN lastro.projector_leader ON backend_pid = pid
  WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND beat_at < clock_timestamp() - make_interval(secs => $3)`;

/** Null when aborted. The lock (own connection, no pooler) is for liveness: checkpoints make two leaders harmless. */
export async function elect(options: ElectionOptions, signal: AbortSignal): Promise<Leadership | null> {
  const connectionString = options.databaseUrl;
  const client = new Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: QUERY_TIMEOUT_MS });
  const lost = new Promise<string>((resolve) => {
    client.on('error', (error) => resolve(error.message));
    client.on('end', () => resolve('the connection has ended'));
  });
  try {
    await client.connect();
    while (!signal.aborted) {
      const { rows } = await client.query<{ locked: boolean }>(TRY_LOCK, LOCK);
      if (rows[0]?.locked === true) return await lead(client, lost);
      const { rowCount } = await client.query(END_THE_SILENT, [...LOCK, SILENCE_SECONDS]);
      if (rowCount === 0) options.onStandby?.();
      else options.logger.warn('the leading projector was silent; its session was terminated');
      await pause(options.retryMs ?? RETRY_MS, undefined, { signal });
    }
  } catch (error) {
    await end(client);
    if (signal.aborted) return null;
    throw error;
  }
  await end(client);
  return null;
}

async function lead(client: Client, cut: Promise<string>): Promise<Leadership> {
  await client.query(BEAT);
  const stop = new AbortController();
  const beating = beat(client, stop.signal);
  const resign = async (): Promise<void> => {
    stop.abort();
    await beating;
    await end(client);
  };
  return { lost: Promise.race([cut, beating]), resign };
}

async function beat(client: Client, signal: AbortSignal): Promise<string> {
  try {
    for (;;) {
      await pause(BEAT_MS, undefined, { signal });
      await client.query(BEAT);
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function end(client: Client): Promise<void> {
  // An unresponsive server must not block; the socket closes anyway.
  const closed = client.end().catch(() => undefined);
  await atMost(CLOSE_WITHIN_MS, closed);
}
