import { SERVER_VARIABLE } from './stores/postgres';
import { startTestCluster, type TestCluster } from './stores/postgres-cluster';
import { makeServiceTables } from './stores/service-tables';

/** Jest's own channel to global-teardown.ts: both run in one process. */
export const shared: { cluster?: TestCluster } = globalThis as { cluster?: TestCluster };

/** Starts a PostgreSQL for the whole run, unless the environment names another. */
export default async function globalSetup(): Promise<void> {
  if (process.env[SERVER_VARIABLE] === undefined) {
    shared.cluster = await startTestCluster();
    process.env[SERVER_VARIABLE] = shared.cluster.url;
  }
  await makeServiceTables();
}
