import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDataDirectory, readOrCreateSecret } from '../../data-directory';
import { tryLock } from '../../directory-lock';
import type { Logger } from '../../logger';
import { findHome, handOver } from './home';
import { initialiseCluster } from './initialise';
import { findPrograms } from './programs';
import { clusterUrl, OPS_READER, OWNER, type Passwords, prepareDatabase, READER } from './roles';
import { type Launch, launchServer, type Server } from './server';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly readerUrl: string;
  readonly opsReaderUrl: string;
  /** Changes when the server is started again. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly logger: Logger;
}

const BETWEEN_TRIES_MS = 500;

/** A lock admits one process until it stops; the server of a killed process is ended first. */
export async function startEmbeddedPostgres({ dataDir, logger }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = ensureDataDirectory(dataDir);
  const lock = await tryLock(directory, 'postgres');
  if (lock === null) throw new Error(`another process already runs the database of ${directory}`);
  try {
    const passwords = passwordsOf(directory);
    const launch = await prepareLaunch(directory, passwords, logger);
    const server = await launchServer(launch);
    await prepareDatabase(server.port, passwords).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    logger.debug({ pid: server.pid, port: server.port, data: launch.home.data }, 'the embedded PostgreSQL is ready');
    const kept = keepRunning(server, launch, logger);
    return {
      url: clusterUrl(server.port, OWNER, passwords.owner),
      readerUrl: clusterUrl(server.port, READER, passwords.reader),
      opsReaderUrl: clusterUrl(server.port, OPS_READER, passwords.opsReader),
      get pid() {
        return kept.pid();
      },
      stop: () => kept.stop().finally(lock.release),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function passwordsOf(directory: string): Passwords {
  const secret = (name: string) => readOrCreateSecret(directory, name, () => randomBytes(24).toString('hex'));
  return {
    superuser: secret('postgres-password'),
    owner: secret('postgres-owner-password'),
    reader: secret('postgres-reader-password'),
    opsReader: secret('postgres-ops-reader-password'),
  };
}

async function prepareLaunch(directory: string, { superuser }: Passwords, logger: Logger): Promise<Launch> {
  const home = await findHome(directory, logger);
  const { initdb, postgres } = await findPrograms(directory, home.user, logger);
  await initialiseCluster(home, initdb, superuser);
  handOver(home);
  return { home, postgres, logFile: path.join(directory, 'postgres.log') };
}

/** Restarts a server that ends unexpectedly (killed for memory, for example) at its address. */
function keepRunning(first: Server, launch: Launch, logger: Logger) {
  let server = first;
  let isStopping = false;
  let starting: Promise<void> = Promise.resolve();
  const startAgain = async (): Promise<void> => {
    while (!isStopping) {
      logger.error({ pid: server.pid }, 'the embedded PostgreSQL has stopped; the service restarts it');
      try {
        server = await launchServer(launch, first.port);
        watch();
        return;
      } catch (error) {
        logger.error({ err: error }, 'the restart of the embedded PostgreSQL failed');
      }
      await pause(BETWEEN_TRIES_MS);
    }
  };
  const watch = (): void => {
    void server.ended.then(() => {
      starting = startAgain();
    });
  };
  watch();
  return {
    pid: () => server.pid,
    stop: async () => {
      isStopping = true;
      await starting;
      await server.stop();
    },
  };
}
