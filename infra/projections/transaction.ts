import type { Pool, PoolClient } from 'pg';

/**
 * Rows and checkpoint are lost or kept together, and what is lost is projected again: the commit need not wait for
 * the disk. A frozen process must not keep the checkpoint locked.
 */
export const BEGIN_PROJECTING = `BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL statement_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '3s'`;

/** Runs `work` between `begin` and COMMIT on a client of its own. After a rejection the outcome of COMMIT is unknown. */
export async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await rollBack(client);
      throw error;
    }
  });
}

/** Lends a client; one that has lost its connection, or whose transaction could not be ended, is thrown away. */
export async function withClient<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const broken: { cause?: Error } = {};
  // Between two queries nobody else would hear that the connection is gone, and the process would die of it.
  const onError = (cause: Error): void => {
    broken.cause = cause;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } finally {
    client.off('error', onError);
    client.release(broken.cause);
  }
}

async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch (error) {
    // The server rolls back by itself when the connection is gone; the client must not be lent again.
    client.emit('error', error);
  }
}

/** The five characters by which PostgreSQL names an error; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
