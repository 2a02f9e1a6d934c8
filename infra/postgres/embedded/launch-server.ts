import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries';
import type { ClusterHome } from './cluster-home';
import { readServerRecord, type Server } from './server-process';
import { asIdentity } from './unprivileged';

const ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 300;
const POLL_MS = 20;
/** Time to replay a killed server's write-ahead log (`max_wal_size`) on a slow disk. */
const READY_TIMEOUT_MS = 120_000;
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
  // A new table has no statistics, without which a look-up by key may read all rows of a partner.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failed statement may contain secrets.
  log_min_error_statement: 'panic',
};

export async function launchServer(
  home: ClusterHome,
  binaries: Binaries,
  logFile: string,
  wantedPort?: number,
): Promise<Server> {
  let said = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = wantedPort ?? (await freePort());
    const logStart = rotate(logFile);
    const pid = await readyOrGone(home, spawnServer(home, binaries, port, logFile));
    if (pid !== null) return { pid, port };
    said = tail(logFile, logStart);
    if (!isPassing(said)) break;
    await pause(BETWEEN_ATTEMPTS_MS);
  }
  throw new Error(`PostgreSQL does not start in ${home.data}:\n${said}`);
}

/** Another process took the port, or a killed server's children are still exiting. */
const isPassing = (said: string): boolean =>
  /could not bind|pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(said);

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

function spawnServer(home: ClusterHome, binaries: Binaries, port: number, logFile: string): ChildProcess {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(logFile);
  try {
    const child = spawn(binaries.postgres, ['-D', home.data, '-p', String(port), ...settings], {
      ...asIdentity(home.identity),
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

async function readyOrGone(home: ClusterHome, child: ChildProcess): Promise<number | null> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
    await pause(POLL_MS);
    if (failure !== undefined) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) return null;
    const record = readServerRecord(home);
    if (record !== null && record.pid === child.pid && record.isReady) return record.pid;
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL in ${home.data} was not ready within ${READY_TIMEOUT_MS} ms`);
}

/** Keeps one old log beside the current one. Answers the offset of the next line. */
function rotate(logFile: string): number {
  const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) return size;
  fs.renameSync(logFile, `${logFile}.1`);
  return 0;
}

const tail = (logFile: string, from: number): string =>
  fs.readFileSync(logFile).subarray(from).subarray(-LOG_TAIL_BYTES).toString('utf8');
