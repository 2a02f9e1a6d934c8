import { Client } from 'pg';
import { createEventMaker } from '../seeds/one-event';
import { rateOf, type Window } from './shared/closed-loop';
import { createBaselineTable, insertOf, refuseUnsafe } from './shared/event-table';
import { serve } from './shared/serve';

export interface AppendPostgresSettings {
  readonly databaseUrl: string;
  readonly clients: number;
}

/** Baseline of `append`: as many connections, each commits one row after the other. */
serve(async ({ databaseUrl, clients: count }: AppendPostgresSettings) => {
  const clients = await Promise.all(Array.from({ length: count }, () => connect(databaseUrl)));
  const [first] = clients;
  if (first === undefined) throw new Error('No clients');
  await refuseUnsafe(first);
  await createBaselineTable(first);
  const makeEvent = createEventMaker();
  const revisions = clients.map(() => 0);
  let position = 0;
  const insert = async (worker: number): Promise<boolean> => {
    const { id, type, data, metadata } = makeEvent();
    const revision = revisions[worker] ?? 0;
    const texts = { data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    position += 1;
    await clients[worker]?.query(
      insertOf(position, { stream: `cashout-bench-${worker}`, revision, id, type, ...texts }),
    );
    revisions[worker] = revision + 1;
    return true;
  };
  return {
    answer: (window: Window) => rateOf(count, window, insert),
    close: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
});

const connect = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('SET synchronous_commit = on');
  return client;
};
