import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { LEDGER_LOCK } from '../../postgres/advisory-locks';
import { type LockOptions, type LockSession, openLockSession } from './lock-session';

/** The lock of the ledger, held alone: no other process writes. */
export interface AloneHold {
  readonly isAlone: () => boolean;
  readonly release: () => Promise<void>;
}

interface Holder {
  readonly pid: number;
  readonly name: string;
  readonly address: string;
}

/** Processes that have just ended may still close their connections. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 250;

const ANSWER_WITHIN_MS = 3_000;

/** Sessions that hold the lock. If a host is lost, an operator can only end its session. */
const HOLDERS = `SELECT pid, application_name AS name, coalesce(host(client_addr), 'this machine') AS address
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ORDER BY backend_start`;

/** Never waits for the lock, which would prevent starts from sharing it. Rejects after 5 s and names the holders. */
export const holdAlone = async (options: LockOptions): Promise<AloneHold> => {
  const giveUpAtMs = options.nowMs() + PATIENCE_MS;
  for (;;) {
    const session = await openLockSession('ALONE', options);
    if (session !== null) return holdOf(session);
    if (options.nowMs() >= giveUpAtMs) break;
    await pause(RETRY_MS);
  }
  const holders = await namesOfHolders(options.databaseUrl);
  throw new Error(`Processes of this ledger are still running: ${holders.join('; ')}. End them first.`);
};

const holdOf = ({ isProved, close }: LockSession): AloneHold => ({ isAlone: isProved, release: close });

const namesOfHolders = async (connectionString: string): Promise<readonly string[]> => {
  const timeouts = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS };
  const client = new Client({ connectionString, ...timeouts });
  // Without a listener a connection that is cut would end the process; the query rejects by itself.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const values = [LEDGER_LOCK.classId, LEDGER_LOCK.objectId];
    const { rows } = await client.query<Holder>(HOLDERS, values);
    return rows.map(({ pid, name, address }) => `${name} (from ${address}, session ${pid})`);
  } finally {
    await client.end();
  }
};
