import { Client } from 'pg';
import type { Logger } from '../logger';

export interface OwnTransactionOptions {
  readonly databaseUrl: string;
  readonly logger: Pick<Logger, 'debug'>;
}

/** Overrides the database's own settings. Between two statements the caller reads the event stores. */
const BEGIN = `BEGIN; SET LOCAL synchronous_commit = on; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** An own connection without a time limit. Commits when `work` answers. Lost during COMMIT: outcome unknown. */
export async function inOwnTransaction<Value>(
  { databaseUrl, logger }: OwnTransactionOptions,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'lastro-store',
  });
  // The running or next query rejects with the same cause.
  client.on('error', (error) => {
    logger.debug({ err: error }, 'a connection of a store tool was lost');
  });
  await client.connect();
  try {
    await client.query(BEGIN);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } finally {
    // Ends the transaction too, where `work` has failed.
    await client.end();
  }
}
