import type { Pool } from 'pg';
import type { DatabaseSays, LogSays, PairLook } from '../../commands/ports/pair';
import { inTransaction } from '../postgres/pool';
import type { CheckpointKeeper, PairDeps } from './deps';
import { createLogReader, type LookDepth } from './log-says';
import { readPairRow } from './pair-row';

export interface LookAsked {
  readonly depth: LookDepth;
  /** A leader that was cut off answers on an old connection for 20 s. */
  readonly onNewConnection: boolean;
}

export interface TakenLook {
  readonly startedMs: number;
  readonly isNewConnection: boolean;
  /** Null: PostgreSQL did not answer. */
  readonly look: PairLook | null;
  readonly trouble: string | null;
}

export type TakeLook = (asked: LookAsked) => Promise<TakenLook>;

/** Reads PostgreSQL, then the log, then PostgreSQL's row again. Never rejects. */
export const createLooking = ({
  pool,
  store,
  connect,
  keeper,
  time,
}: Pick<PairDeps, 'pool' | 'store' | 'connect' | 'keeper' | 'time'>): TakeLook => {
  const log = createLogReader(keeper);
  const readLog = async (database: DatabaseSays, { depth, onNewConnection }: LookAsked): Promise<LogSays> => {
    if (!onNewConnection) return log.read(store, database, depth);
    const fresh = connect();
    return createLogReader(keeper)
      .read(fresh, database, depth)
      .finally(() => fresh.close());
  };
  return async (asked) => {
    const taken = { startedMs: time.nowMs(), isNewConnection: asked.onNewConnection };
    try {
      const database = await readDatabase(pool, keeper);
      const { log: says, trouble } = await answered(() => readLog(database, asked));
      return { ...taken, look: { database, log: says, rowAfter: await readPairRow(pool) }, trouble };
    } catch (error) {
      return { ...taken, look: null, trouble: `PostgreSQL: ${messageOf(error)}` };
    }
  };
};

const answered = (
  read: () => Promise<LogSays>,
): Promise<{ readonly log: PairLook['log']; readonly trouble: string | null }> =>
  read().then(
    (log) => ({ log, trouble: null }),
    (error: unknown) => ({ log: 'AWAY', trouble: `the event store: ${messageOf(error)}` }),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const VAULT = `SELECT NOT EXISTS (SELECT FROM vault.subject_keys) AND NOT EXISTS (SELECT FROM vault.lookups) AS is_empty`;

/** Row, vault and checkpoints in one snapshot. */
const readDatabase = (pool: Pool, { read }: Pick<CheckpointKeeper, 'read'>): Promise<DatabaseSays> =>
  inTransaction(
    pool,
    async (client) => {
      const row = await readPairRow(client);
      const vault = await client.query<{ is_empty: boolean }>(VAULT);
      const checkpoints = await read(client);
      return { row, isVaultEmpty: vault.rows[0]?.is_empty === true, checkpoints };
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
