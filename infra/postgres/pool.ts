import { Pool, type PoolClient } from 'pg';
import type { Logger } from '../logger';
import { isUnavailable } from './unavailable';

export interface PoolLimits {
  /** Connections at most. */
  readonly max: number;
  /** Past it a statement is cancelled by the server. */
  readonly statementTimeoutMs: number;
  /** Past it we stop waiting for a server that says nothing, and give the connection up. */
  readonly answerTimeoutMs: number;
  /** Statements of one connection are written without waiting for the answers of those before them. */
  readonly pipeline?: boolean;
  /** Of the server, for every session. */
  readonly settings?: { readonly [name: string]: string };
}

/** For requests: a server that is away or mute is noticed within 3 s, whether connecting or answering. */
export const REQUEST_LIMITS: PoolLimits = { max: 16, statementTimeoutMs: 2_000, answerTimeoutMs: 2_500 };

/**
 * A policy repeats what a query says already, so that the planner expects a fraction of the rows and would collect and
 * sort all of them. With these it takes the index that has a page's rows in their order, wherever there is one.
 */
const READ_IN_ORDER = { enable_sort: 'off', enable_bitmapscan: 'off', enable_seqscan: 'off' };

/** For the reads of requests, one round trip each: the same promise. */
export const READER_LIMITS: PoolLimits = { ...REQUEST_LIMITS, max: 8, pipeline: true, settings: READ_IN_ORDER };

/** For the projector, whose batches take milliseconds: a connection that says nothing is given up, and another made. */
export const PROJECTION_LIMITS: PoolLimits = { max: 8, statementTimeoutMs: 6_000, answerTimeoutMs: 7_000 };

/** For migrations, replays and other work of many rows. */
export const BATCH_LIMITS: PoolLimits = { max: 8, statementTimeoutMs: 300_000, answerTimeoutMs: 310_000 };

/** Waiting for a free connection included. */
const CONNECT_TIMEOUT_MS = 2_000;
const IDLE_TIMEOUT_MS = 30_000;

/** int8 and numeric arrive as text: neither fits a JavaScript number. */
export function createPool(connectionString: string, logger: Logger, limits: PoolLimits = REQUEST_LIMITS): Pool {
  const pool = new Pool({
    connectionString,
    max: limits.max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: limits.statementTimeoutMs,
    query_timeout: limits.answerTimeoutMs,
    idle_in_transaction_session_timeout: limits.statementTimeoutMs,
    keepAlive: true,
    pipeline: limits.pipeline === true,
    ...(limits.settings === undefined ? {} : { options: optionsOf(limits.settings) }),
    application_name: 'lastro',
  });
  // Connections that nobody uses are lost too when the server goes; without a listener that would end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  return pool;
}

const optionsOf = (settings: { readonly [name: string]: string }): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** How a transaction begins; the default is READ COMMITTED. */
export type Begin = 'BEGIN' | 'BEGIN READ ONLY' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. When the commit itself
 * fails because the server went away, whether it happened is unknown.
 */
export async function inTransaction<Value>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Value>,
  begin: Begin = 'BEGIN',
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | boolean = false;
  // A connection that is lost between two statements says so here; the next statement fails and tells the caller.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    broken = isUnavailable(error) || !(await rolledBack(client));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** A connection that cannot roll back is thrown away, and the server rolls back for it. */
async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
