import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import { type AdvisoryLock, LEDGER_LOCK } from '../../postgres/advisory-locks';

export interface LockSession {
  /** False as soon as the connection is lost or has proved nothing for PROVED_FOR_MS, as after a freeze. */
  readonly isProved: () => boolean;
  /** Resolves with the reason when the session is over; never rejects. */
  readonly over: Promise<string>;
  readonly close: () => Promise<void>;
}

export interface LockOptions {
  readonly databaseUrl: string;
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number;
}

export type LockMode = 'SHARED' | 'ALONE';

const BEAT_MS = 1_000;
const ANSWER_WITHIN_MS = 3_000;
const CLOSE_WITHIN_MS = 1_000;
/** An answer proves the lock at the time of its request: the answer may be late, and so may the next one. */
const PROVED_FOR_MS = ANSWER_WITHIN_MS + BEAT_MS + ANSWER_WITHIN_MS;

/** Ends the session of a lost host after 25 s instead of two hours, which would block a move. */
const KEEP_FOR_25_S = `SELECT set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

const FUNCTIONS: { readonly [Mode in LockMode]: string } = {
  SHARED: 'pg_try_advisory_lock_shared',
  ALONE: 'pg_try_advisory_lock',
};

/** Name in pg_stat_activity, so that a move can name the process that blocks it. */
const nameOfProcess = (): string =>
  `lastro ${path.basename(process.argv[1] ?? 'node', '.js')} ${process.pid}@${hostname()}`.slice(0, 63);

const valuesOf = ({ classId, objectId }: AdvisoryLock): readonly number[] => [classId, objectId];

/** Null: others hold the lock; the call does not wait. Rejects when PostgreSQL does not answer. */
export const openLockSession = async (mode: LockMode, { databaseUrl, nowMs }: LockOptions) => {
  const client = new Client({
    ...{ connectionString: databaseUrl, connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS },
    ...{ keepAlive: true, application_name: nameOfProcess() },
  });
  const cut = new Promise<string>((resolve) => {
    client.on('error', (error) => resolve(error.message));
    client.on('end', () => resolve('the connection has ended'));
  });
  try {
    await client.connect();
    await client.query(KEEP_FOR_25_S);
    const startedMs = nowMs();
    const taken = `SELECT ${FUNCTIONS[mode]}($1, $2) AS taken`;
    const { rows } = await client.query<{ taken: boolean }>(taken, [...valuesOf(LEDGER_LOCK)]);
    if (rows[0]?.taken === true) return keep(client, cut, { nowMs, provedMs: startedMs });
  } catch (error) {
    await end(client);
    throw error;
  }
  await end(client);
  return null;
};

interface Proof {
  readonly nowMs: () => number;
  provedMs: number;
}

const keep = (client: Client, cut: Promise<string>, proof: Proof): LockSession => {
  const closing = new AbortController();
  let isOver = false;
  const over = Promise.race([cut, beat(client, proof, closing.signal)]).then(async (reason) => {
    isOver = true;
    await end(client);
    return reason;
  });
  const close = async (): Promise<void> => {
    closing.abort();
    await over;
  };
  return { isProved: () => !isOver && proof.nowMs() - proof.provedMs < PROVED_FOR_MS, over, close };
};

const beat = async (client: Client, proof: Proof, signal: AbortSignal): Promise<string> => {
  try {
    for (;;) {
      await pause(BEAT_MS, undefined, { signal });
      const askedMs = proof.nowMs();
      await client.query('SELECT');
      proof.provedMs = askedMs;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const end = async (client: Client): Promise<void> => {
  // A server that does not answer must not block; the socket closes anyway.
  await atMost(
    CLOSE_WITHIN_MS,
    client.end().catch(() => undefined),
  );
};
