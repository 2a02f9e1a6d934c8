import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDataDirectory, readOrCreateSecret } from '../../data-directory';
import { type DirectoryLock, tryLock } from '../../directory-lock';
import type { Logger } from '../../logger';
import { prepareBinaries } from './binaries';
import { clusterUrl, findRunning, prepareDatabase } from './cluster-connection';
import { type ClusterHome, clusterHome, homeToMake } from './cluster-home';
import { keeperOf } from './cluster-keeper';
import { OWNER, READER, type RolePasswords } from './cluster-roles';
import { handOver } from './hand-over';
import { initialiseCluster } from './initialise-cluster';
import { launchServer } from './launch-server';
import { disownStalePid, hasPidFile, type Server, stopServer } from './server-process';
import { superviseServer } from './supervise-server';
import { type Identity, ownerOf } from './unprivileged';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly readerUrl: string;
  /** Changes when the server is restarted. */
  readonly pid: number;
  /** True when the server was running already: its service had been killed. */
  readonly reused: boolean;
  /** Cuts the sessions and stops the server. Repeatable. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly logger: Logger;
}

interface Site {
  readonly directory: string;
  readonly home: ClusterHome;
  readonly keeper: Identity;
  readonly password: string;
  readonly roles: RolePasswords;
  readonly logger: Logger;
}

const LOCK_PATIENCE_MS = 150_000;
const POLL_MS = 50;

/**
 * Starts the data directory's own PostgreSQL on loopback, or adopts the server that a killed service left (design:
 * dependencies, sections 3 and 7). It outlives this process unless stopped; only the data directory's claimant may stop
 * it.
 */
export async function startEmbeddedPostgres({ dataDir, logger }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = ensureDataDirectory(dataDir);
  const { site, server, reused } = await alone(directory, () => findOrStart(directory, logger));
  logger.debug({ ...server, data: site.home.data, reused }, 'the embedded PostgreSQL is ready');
  const relaunch = () => alone(directory, () => startServer(site, server.port));
  const supervised = superviseServer(site.home, server, relaunch, logger);
  return {
    url: clusterUrl(server.port, { user: OWNER, password: site.roles.owner }),
    readerUrl: clusterUrl(server.port, { user: READER, password: site.roles.reader }),
    reused,
    get pid() {
      return supervised.pid();
    },
    stop: supervised.stop,
  };
}

async function findOrStart(directory: string, logger: Logger) {
  const home = await clusterHome(directory, logger);
  const password = passwordOf(directory, 'postgres-password');
  const roles = {
    owner: passwordOf(directory, 'postgres-owner-password'),
    reader: passwordOf(directory, 'postgres-reader-password'),
  };
  const keeper = await keeperOf(home, directory, logger);
  const site: Site = { directory, home, keeper, password, roles, logger };
  const found = await findKept(site);
  const server = found ?? (await startServer(site));
  const handedOver = await prepareDatabase(server.port, password, roles);
  if (handedOver > 0)
    logger.info({ owner: OWNER, objects: handedOver }, 'the database has an owner who is no superuser');
  return { site, server, reused: found !== null };
}

const passwordOf = (directory: string, name: string): string =>
  readOrCreateSecret(directory, name, () => randomBytes(24).toString('hex'));

async function findKept({ home, keeper, password }: Site): Promise<Server | null> {
  const found = await findRunning(home, password);
  if (found === null || home.identity?.uid === keeper?.uid) return found;
  await stopServer(home, found.pid);
  return null;
}

async function startServer(site: Site, port?: number): Promise<Server> {
  const { directory, home, keeper, password, logger } = site;
  if (!fs.existsSync(home.data)) {
    const made = await homeToMake(home, directory);
    await initialiseCluster(made, await prepareBinaries(directory, made.identity, logger), password);
  }
  if (keeper !== null && ownerOf(home.directory)?.uid !== keeper.uid) await giveTo(keeper, site);
  return launch(site, keeper, port);
}

async function giveTo(keeper: NonNullable<Identity>, site: Site): Promise<void> {
  const { home, logger } = site;
  if (hasPidFile(home)) {
    // The server was killed and its children may still write; only a server of the same user is sure to see them.
    await stopServer(home, (await launch(site, home.identity)).pid);
  }
  handOver(home, keeper);
  logger.info({ directory: home.directory, uid: keeper.uid }, 'the database has a uid of its own');
}

async function launch({ directory, home, logger }: Site, identity: Identity, port?: number): Promise<Server> {
  const binaries = await prepareBinaries(directory, identity, logger);
  disownStalePid(home);
  return launchServer({ ...home, identity }, binaries, path.join(directory, 'postgres.log'), port);
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
