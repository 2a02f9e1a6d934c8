import { Client } from 'pg';
import QueryStream from 'pg-query-stream';
import { COLUMNS } from '../../packages/event-store/log/rows';
import { type Reading, timed } from './shared/reading';
import { serve } from './shared/serve';

export interface ReadPostgresSettings {
  readonly databaseUrl: string;
}

const BATCH_ROWS = 1_000;

/** Baseline of `read-all`: the same columns in the same order, the JSON as it comes. */
serve(async ({ databaseUrl }: ReadPostgresSettings) => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const answer = async (): Promise<Reading> => {
    const rows = client.query(
      new QueryStream(`SELECT ${COLUMNS} FROM event_store.events ORDER BY position`, [], { batchSize: BATCH_ROWS }),
    );
    return timed(rows);
  };
  return { answer, close: () => client.end() };
});
