import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDataDirectory, readOrCreateSecret } from '../../data-directory';
import { type DirectoryLock, tryLock } from '../../directory-lock';
import type { Logger } from '../../logger';
import { prepareBinaries } from './binaries';
import { createDatabase, databaseUrl, findRunning } from './cluster-connection';
import { type ClusterHome, clusterHome } from './cluster-home';
import { initialiseCluster } from './initialise-cluster';
import { launchServer } from './launch-server';
import { disownStalePid, type Server } from './server-process';
import { superviseServer } from './supervise-server';

export interface EmbeddedPostgres {
  /** Of the service's database, with the password in it. */
  readonly url: string;
  /** Of the server as it runs now; it changes when the server had to be started again. */
  readonly pid: number;
  /** True when the server was running already: its service had been killed. */
  readonly reused: boolean;
  /** Ends the sessions and stops the server. Repeatable. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly logger: Logger;
}

interface Site {
  readonly directory: string;
  readonly home: ClusterHome;
  readonly password: string;
  readonly logger: Logger;
}

const LOCK_PATIENCE_MS = 150_000;
const POLL_MS = 50;

/**
 * Starts the data directory's own PostgreSQL on loopback, making the cluster the first time, or finds the one that
 * a killed service has left running (design: dependencies, sections 3 and 7). One start at a time per directory.
 * The server outlives this process unless it is stopped; who has claimed the data directory may stop it.
 */
export async function startEmbeddedPostgres({ dataDir, logger }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = ensureDataDirectory(dataDir);
  const { site, server, reused } = await alone(directory, () => findOrStart(directory, logger));
  logger.debug({ ...server, data: site.home.data, reused }, 'the embedded PostgreSQL is ready');
  const relaunch = () => alone(directory, () => startServer(site, server.port));
  const supervised = superviseServer(site.home, server, relaunch, logger);
  return {
    url: databaseUrl(server.port, site.password),
    reused,
    get pid() {
      return supervised.pid();
    },
    stop: supervised.stop,
  };
}

async function findOrStart(directory: string, logger: Logger) {
  const home = await clusterHome(directory, logger);
  const password = readOrCreateSecret(directory, 'postgres-password', () => randomBytes(24).toString('hex'));
  const site: Site = { directory, home, password, logger };
  const found = await findRunning(home, password);
  const server = found ?? (await startServer(site));
  await createDatabase(server.port, password);
  return { site, server, reused: found !== null };
}

async function startServer({ directory, home, password, logger }: Site, port?: number): Promise<Server> {
  const binaries = await prepareBinaries(directory, home.identity, logger);
  await initialiseCluster(home, binaries, password);
  disownStalePid(home);
  return launchServer(home, binaries, path.join(directory, 'postgres.log'), port);
}

async function alone<Value>(directory: string, work: () => Promise<Value>): Promise<Value> {
  const lock = await waitForLock(directory);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function waitForLock(directory: string): Promise<DirectoryLock> {
  for (let waitedMs = 0; waitedMs < LOCK_PATIENCE_MS; waitedMs += POLL_MS) {
    const lock = await tryLock(directory, 'postgres');
    if (lock !== null) return lock;
    await pause(POLL_MS);
  }
  throw new Error(`another process has been starting the database of ${directory} for ${LOCK_PATIENCE_MS} ms`);
}
