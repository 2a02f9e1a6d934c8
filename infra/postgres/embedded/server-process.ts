import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from '../../child-environment';
import type { ClusterHome } from './cluster-home';

export interface Server {
  readonly pid: number;
  readonly port: number;
}

export interface ServerRecord extends Server {
  readonly isReady: boolean;
}

const POLL_MS = 20;
const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** Above every system's pid limit. */
const NOBODYS_PID = 2_147_483_647;

const pidFileOf = (home: ClusterHome): string => path.join(home.data, 'postmaster.pid');

/** A server runs or was killed: an orderly stop removes the file. */
export const hasPidFile = (home: ClusterHome): boolean => fs.existsSync(pidFileOf(home));

/** The record of a running server, or of a killed one. */
export function readServerRecord(home: ClusterHome): ServerRecord | null {
  if (!hasPidFile(home)) return null;
  const lines = fs.readFileSync(pidFileOf(home), 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return null;
  return { pid, port, isReady: lines[7]?.trim() === 'ready' };
}

/** Whether the pid is this cluster's PostgreSQL rather than a process reusing it. Null: alive, but unreadable. */
export function isServerOf(home: ClusterHome, pid: number): boolean | null {
  if (!exists(pid)) return false;
  if (process.platform === 'win32') return true;
  const words = commandLine(pid);
  if (words === null) return null;
  return process.platform === 'linux' ? words.split('\0').includes(home.data) : words.includes(home.data);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function commandLine(pid: number): string | null {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const options = { encoding: 'utf8', env: childEnvironment() } as const;
    return execFileSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], options);
  } catch (error) {
    const { code, status } = error as NodeJS.ErrnoException & { readonly status?: number | null };
    // No such file or process, or `ps` found none.
    return code === 'ENOENT' || code === 'ESRCH' || typeof status === 'number' ? '' : null;
  }
}

/**
 * PostgreSQL refuses to start while the recorded pid lives, even reused by another process. Only the pid changes: from
 * the other lines PostgreSQL detects surviving children by their shared memory.
 */
export function disownStalePid(home: ClusterHome): void {
  if (!hasPidFile(home)) return;
  // The unprivileged user owns the directory and must not redirect root by a link.
  const descriptor = fs.openSync(pidFileOf(home), fs.constants.O_RDWR | fs.constants.O_NOFOLLOW);
  try {
    const rest = fs.readFileSync(descriptor, 'utf8').split('\n').slice(1);
    fs.ftruncateSync(descriptor);
    fs.writeSync(descriptor, [NOBODYS_PID, ...rest].join('\n'), 0);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Fast shutdown first (sessions are cut, data is flushed: `fastMs` at most), then immediate, as in a crash. */
export async function stopServer(home: ClusterHome, pid: number, fastMs = FAST_SHUTDOWN_MS): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    const isOurs = isServerOf(home, pid);
    if (isOurs === false) return;
    // Never signal a process that may be somebody else's.
    if (isOurs === true) process.kill(pid, signal);
    if (await isGoneWithin(home, pid, patienceMs)) return;
  }
  throw new Error(`the PostgreSQL of ${home.data} (pid ${pid}) does not stop`);
}

async function isGoneWithin(home: ClusterHome, pid: number, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
    if (isServerOf(home, pid) === false) return true;
    await pause(POLL_MS);
  }
  return false;
}
