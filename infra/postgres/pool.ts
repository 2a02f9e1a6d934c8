import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../logger';
import { PatientPool } from './patient-pool';
import { isUnavailable } from './unavailable';

/** Overrides server settings: a crash must not lose an answered write. The projector turns it off for itself. */
const DURABLE = { synchronous_commit: 'on' };

export interface PoolLimits {
  readonly max: number;
  readonly statementTimeoutMs: number;
  /** After this time a connection that does not answer is closed. */
  readonly answerTimeoutMs: number;
  /** Sends statements without waiting for earlier answers. */
  readonly pipeline?: boolean;
  readonly settings?: { readonly [name: string]: string };
}

/** For requests: an unavailable server is noticed within 3 s, connecting or answering. */
export const REQUEST_LIMITS: PoolLimits = { max: 16, statementTimeoutMs: 2_000, answerTimeoutMs: 2_500 };

/** Policies repeat the query's conditions, so the planner underestimates rows and would sort: prefer indexes. */
const READ_IN_ORDER = { enable_sort: 'off', enable_bitmapscan: 'off', enable_seqscan: 'off' };

export const READER_LIMITS: PoolLimits = { ...REQUEST_LIMITS, max: 8, pipeline: true, settings: READ_IN_ORDER };

/** For the operators' door: its policies add no condition, so the planner needs no help. */
export const OPS_READER_LIMITS: PoolLimits = { ...REQUEST_LIMITS, max: 4, pipeline: true };

/** For comparisons of the pair: one connection, and another for an election. */
export const PAIR_LIMITS: PoolLimits = { ...REQUEST_LIMITS, max: 2 };

/** For reads of due work: each statement is planned once. A crash may lose a lease, so no claim waits for the disk. */
export const WORK_LIMITS: PoolLimits = {
  ...REQUEST_LIMITS,
  max: 6,
  settings: { plan_cache_mode: 'force_generic_plan', synchronous_commit: 'off' },
};

/** For the projector: batches take milliseconds. */
export const PROJECTION_LIMITS: PoolLimits = { max: 8, statementTimeoutMs: 6_000, answerTimeoutMs: 7_000 };

export const BATCH_LIMITS: PoolLimits = { max: 8, statementTimeoutMs: 300_000, answerTimeoutMs: 310_000 };

/** Also limits one wait for a free connection. */
const CONNECT_TIMEOUT_MS = 2_000;
const IDLE_TIMEOUT_MS = 30_000;

/** int8 and numeric arrive as text: neither fits a JavaScript number. */
export function createPool(connectionString: string, logger: Logger, limits: PoolLimits = REQUEST_LIMITS): Pool {
  const { url, options } = withoutOptions(connectionString);
  const pool = new PatientPool({
    connectionString: url,
    max: limits.max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: limits.statementTimeoutMs,
    query_timeout: limits.answerTimeoutMs,
    idle_in_transaction_session_timeout: limits.statementTimeoutMs,
    keepAlive: true,
    pipeline: limits.pipeline === true,
    options: `${options} ${optionsOf({ ...DURABLE, ...limits.settings })}`.trim(),
    application_name: 'lastro',
  });
  // Without a listener, a lost idle connection would end the process. A pool that ends expects the loss.
  pool.on('error', (error) => {
    if (!pool.ending) logger.warn({ err: error }, 'an idle database connection was lost');
  });
  return pool;
}

/** Those of a connection string would replace the pool's; of two settings PostgreSQL takes the last. */
const withoutOptions = (connectionString: string): { readonly url: string; readonly options: string } => {
  if (!URL.canParse(connectionString)) return { url: connectionString, options: '' };
  const url = new URL(connectionString);
  const options = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return { url: options === '' ? connectionString : url.href, options };
};

const optionsOf = (settings: { readonly [name: string]: string }): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** The isolation level defaults to READ COMMITTED. */
export type Begin = 'BEGIN' | 'BEGIN READ ONLY' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Commits when `work` resolves, rolls back when it rejects. Connection lost during COMMIT: the outcome is unknown. */
export async function inTransaction<Value>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Value>,
  begin: Begin = 'BEGIN',
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | boolean = false;
  // Connection lost between two statements; the next statement rejects.
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

/** A connection that cannot roll back is discarded; the server then rolls back. */
async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
