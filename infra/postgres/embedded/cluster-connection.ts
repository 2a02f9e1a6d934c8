import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClusterHome } from './cluster-home';
import { DATABASE, handOverObjects, makeDatabase, makeRoles, type RolePasswords } from './cluster-roles';
import { SUPERUSER } from './initialise-cluster';
import { isServerOf, readServerRecord, type Server } from './server-process';

const CONNECT_TIMEOUT_MS = 2_000;
const ANSWER_PATIENCE_MS = 120_000;
const POLL_MS = 50;

export interface Login {
  readonly user: string;
  readonly password: string;
}

export const clusterUrl = (port: number, { user, password }: Login, database = DATABASE): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** For superuser-only work; the service itself never connects as superuser. */
export const superuserUrl = (port: number, password: string, database: string): string =>
  clusterUrl(port, { user: SUPERUSER, password }, database);

/** The cluster's running server, or null. Waits for one that is starting or stopping. */
export async function findRunning(home: ClusterHome, password: string): Promise<Server | null> {
  for (let waitedMs = 0; waitedMs < ANSWER_PATIENCE_MS; waitedMs += POLL_MS) {
    const record = readServerRecord(home);
    if (record === null) return null;
    const answer = await ask(home, record.port, password);
    if (answer === 'OURS') return { pid: record.pid, port: record.port };
    if (isServerOf(home, record.pid) === false) return null;
    if (answer === 'WRONG_PASSWORD') throw new Error(`the database in ${home.data} has another password than ours`);
    await pause(POLL_MS);
  }
  throw new Error(`a PostgreSQL runs in ${home.data} but does not answer`);
}

/** Only a connection tells whether this port's server is the cluster's. */
async function ask(home: ClusterHome, port: number, password: string): Promise<'OURS' | 'OTHER' | 'WRONG_PASSWORD'> {
  try {
    return await withClient(superuserUrl(port, password, 'postgres'), async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      const served = rows[0]?.data_directory;
      return served !== undefined && fs.realpathSync(served) === fs.realpathSync(home.data) ? 'OURS' : 'OTHER';
    });
  } catch (error) {
    // Refused, not ready, or another program's port: not ours at this moment.
    return (error as { code?: unknown }).code === '28P01' ? 'WRONG_PASSWORD' : 'OTHER';
  }
}

export async function prepareDatabase(port: number, password: string, roles: RolePasswords): Promise<number> {
  await withClient(superuserUrl(port, password, 'postgres'), async (client) => {
    await makeRoles(client, roles);
    await makeDatabase(client);
  });
  return withClient(superuserUrl(port, password, DATABASE), handOverObjects);
}

async function withClient<Value>(connectionString: string, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_PATIENCE_MS,
  });
  // An error event without a listener ends the process; the failing query rejects.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
