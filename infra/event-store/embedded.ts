import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createBackoff } from '../../commands/timing/backoff';
import { ensureDataDirectory, readOrCreateSecret, replaceFile } from '../data-directory';
import type { Logger } from '../logger';
import { inTime } from '../timing/time-limit';
import { createIdentity, type Identity } from './client/certificate';
import type { ServerCounters } from './server/call-counts';
import { type ServerProcess, startServerProcess } from './server-process';

export interface EmbeddedEventStore {
  /** For `connectEventStore`, password included. Survives restarts of the process. */
  readonly connectionString: string;
  readonly pid: () => number;
  /** See ServerProcess. */
  readonly counters: () => Promise<ServerCounters>;
  readonly stop: () => Promise<void>;
}

export interface EmbeddedEventStoreOptions {
  readonly databaseUrl: string;
  /** Holds the password, the key and the certificate. */
  readonly dataDir: string;
  /** A free port by default. */
  readonly port?: number;
  readonly logger: Logger;
}

const USER = 'lastro';
const LOCK_WAIT_MS = 5_000;
/** With a process's start and the writer's RECONNECT, back within 2 s after the database. */
export const RESTART = { firstMs: 20, longestMs: 1_000 };
/** After running this long, a process counts as healthy and its end resets the back-off. */
const STEADY_MS = 10_000;
const STOP_TIMEOUT_MS = 5_000;

interface Credentials extends Identity {
  readonly password: string;
  readonly certificateFile: string;
}

const credentialsOf = (dataDir: string): Credentials => {
  const directory = ensureDataDirectory(dataDir);
  const password = readOrCreateSecret(directory, 'event-store-password', () => randomBytes(24).toString('hex'));
  const kept = readOrCreateSecret(directory, 'event-store-identity', () => JSON.stringify(createIdentity()));
  const identity = JSON.parse(kept) as Identity;
  const certificateFile = path.join(directory, 'event-store-certificate.pem');
  replaceFile(certificateFile, identity.certificate);
  return { ...identity, password, certificateFile };
};

const connectionStringOf = ({ password, certificateFile }: Credentials, port: number): string =>
  `esdb://${USER}:${password}@localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(certificateFile)}`;

interface Supervised {
  running: ServerProcess;
  readonly stopping: AbortController;
}

const isStopping = ({ stopping }: Supervised): boolean => stopping.signal.aborted;

/** False when the supervisor stops meanwhile. */
const waited = (delayMs: number, { stopping }: Supervised): Promise<boolean> =>
  setTimeout(delayMs, true, { signal: stopping.signal }).catch(() => false);

const end = (running: ServerProcess): void => {
  running.signal('SIGTERM');
  void inTime(STOP_TIMEOUT_MS, running.ended, () => running.signal('SIGKILL'));
};

const supervise = async (
  state: Supervised,
  start: (port: number) => Promise<ServerProcess>,
  logger: Logger,
): Promise<void> => {
  const { port } = state.running;
  const retry = createBackoff(RESTART);
  let startedAt = performance.now();
  let cause = await state.running.ended;
  while (!isStopping(state)) {
    const delayMs = retry.next();
    logger.error({ cause, delayMs }, 'the event store process ended; starting it again');
    if (!(await waited(delayMs, state))) return;
    try {
      state.running = await start(port);
      startedAt = performance.now();
      // `stop` may have been called during the start.
      if (isStopping(state)) end(state.running);
      cause = await state.running.ended;
      if (performance.now() - startedAt > STEADY_MS) retry.reset();
    } catch (error) {
      cause = error instanceof Error ? error.message : String(error);
    }
  }
};

/** Supervised child process over PostgreSQL (design: event-store, sections 2 and 5); keeps its port for clients. */
export const startEmbeddedEventStore = async (options: EmbeddedEventStoreOptions): Promise<EmbeddedEventStore> => {
  const { databaseUrl, logger } = options;
  const credentials = credentialsOf(options.dataDir);
  const { password, certificate, privateKey } = credentials;
  const settings = { databaseUrl, user: USER, password, certificate, privateKey, lockWaitMs: LOCK_WAIT_MS };
  const start = (port: number): Promise<ServerProcess> => startServerProcess({ ...settings, port }, logger);
  const state: Supervised = { running: await start(options.port ?? 0), stopping: new AbortController() };
  const supervised = supervise(state, start, logger);
  const stop = async (): Promise<void> => {
    state.stopping.abort();
    end(state.running);
    await supervised;
  };
  return {
    connectionString: connectionStringOf(credentials, state.running.port),
    pid: () => state.running.pid,
    counters: () => state.running.counters(),
    stop,
  };
};
