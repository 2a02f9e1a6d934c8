import { Client } from 'pg';
import { SANDBOX_ID_PREFIX } from '../../../infra/providers/sandbox/desk';
import { readRunFile } from '../../../infra/run-file';

/** How many callbacks of ours the service has stored: those of its own simulators have their prefix. */
export const storedCallbacks = async (dataDir: string): Promise<number> => {
  const client = new Client({ connectionString: (await readRunFile(dataDir))?.databaseUrl });
  await client.connect();
  const text = 'SELECT count(*)::int AS stored FROM lastro.callbacks WHERE NOT starts_with(event_id, $1)';
  const { rows } = await client
    .query<{ readonly stored: number }>(text, [SANDBOX_ID_PREFIX])
    .finally(() => client.end());
  return rows[0]?.stored ?? 0;
};
