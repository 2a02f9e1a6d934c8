import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import type { Home } from './home';
import { endLeftBehind, readServer } from './left-behind';

export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Resolves when it has ended, however. */
  readonly ended: Promise<unknown>;
  /** Cuts the sessions and flushes; after `FLUSH_WITHIN_MS` it is stopped as in a crash. Repeatable. */
  readonly stop: () => Promise<void>;
}

export interface Launch {
  readonly home: Home;
  readonly postgres: string;
  readonly logFile: string;
}

const ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 300;
const POLL_MS = 10;
/** Time to replay a killed server's write-ahead log (`max_wal_size`) on a slow disk. */
const READY_TIMEOUT_MS = 120_000;
/** Part of the 15 s in which a service ends. On a busy disk a flush takes longer; the next start recovers from its log. */
const FLUSH_WITHIN_MS = 2_000;
const CRASH_WITHIN_MS = 5_000;
const LOG_LIMIT_BYTES = 10_000_000;
const LOG_TAIL_BYTES = 4_000;

/** Sized for a small machine; commits stay durable. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  io_method: 'sync',
  jit: 'off',
  // A new table has no statistics, so a look-up by key may read all rows of a partner.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failed statement may contain secrets.
  log_min_error_statement: 'panic',
};

export async function launchServer(launch: Launch, wantedPort?: number): Promise<Server> {
  const { home, logFile } = launch;
  for (let attempt = 1; ; attempt += 1) {
    await endLeftBehind(home.data);
    const port = wantedPort ?? (await freePort());
    const logStart = rotate(logFile);
    const child = spawnServer(launch, port);
    const ended = once(child, 'exit');
    if (await isReady(child, ended, home.data)) return { pid: child.pid!, port, ended, stop: () => stop(child, ended) };
    const said = fs.readFileSync(logFile).subarray(logStart).subarray(-LOG_TAIL_BYTES).toString('utf8');
    if (attempt === ATTEMPTS || !isPassing(said))
      throw new Error(`PostgreSQL does not start in ${home.data}:\n${said}`);
    await pause(BETWEEN_ATTEMPTS_MS);
  }
}

/** Another process took the port, or a killed server's children are still exiting. */
const isPassing = (said: string): boolean => /could not bind|pre-existing shared memory block/.test(said);

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function spawnServer({ home, postgres, logFile }: Launch, port: number): ChildProcess {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(logFile);
  try {
    const child = spawn(postgres, ['-D', home.data, '-p', String(port), ...settings], {
      ...home.user,
      cwd: home.directory,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      // Its own session: Ctrl-C must reach the service alone, which needs the database to finish.
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    return child;
  } finally {
    fs.closeSync(log);
  }
}

function openLog(logFile: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = fs.constants;
  const log = fs.openSync(logFile, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  const { uid, gid } = fs.statSync(path.dirname(logFile));
  // After a start as root, the directory's owner must still be able to start the service.
  if (process.getuid?.() === 0) fs.fchownSync(log, uid, gid);
  return log;
}

/** Keeps one old log. Answers the offset of the next line. */
function rotate(logFile: string): number {
  const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) return size;
  fs.renameSync(logFile, `${logFile}.1`);
  return 0;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** False when it has ended instead. */
async function isReady(child: ChildProcess, ended: Promise<unknown>, data: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
    await atMost(POLL_MS, ended);
    if (hasEnded(child)) return false;
    const found = readServer(data);
    if (found?.isReady === true && found.pid === child.pid) return true;
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL in ${data} did not become ready within ${READY_TIMEOUT_MS} ms`);
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.ref();
  for (const [signal, patienceMs] of [
    ['SIGINT', FLUSH_WITHIN_MS],
    ['SIGQUIT', CRASH_WITHIN_MS],
  ] as const) {
    if (!hasEnded(child)) child.kill(signal);
    await atMost(patienceMs, ended);
  }
  if (!hasEnded(child)) throw new Error(`PostgreSQL (pid ${child.pid}) does not stop`);
}
