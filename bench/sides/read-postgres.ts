import { Client } from 'pg';
import QueryStream from 'pg-query-stream';
import { SELECT_EVENTS } from '../../infra/event-store/server/table';
import type { Reading } from './read-client';
import { serve } from './serve';

export interface ReadPostgresSettings {
  readonly databaseUrl: string;
}

const BATCH_ROWS = 1_000;

/** Baseline of `read-all`: the same columns in the same order, the JSON as it comes. */
serve(async ({ databaseUrl }: ReadPostgresSettings) => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const answer = async (): Promise<Reading> => {
    const startedAt = performance.now();
    const rows = client.query(new QueryStream(`${SELECT_EVENTS} ORDER BY position`, [], { batchSize: BATCH_ROWS }));
    let events = 0;
    for await (const _row of rows) events += 1;
    return { events, perSecond: events / ((performance.now() - startedAt) / 1_000) };
  };
  return { answer, close: () => client.end() };
});
