import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from '../../child-environment';

const POLL_MS = 20;
/** Fast shutdown first (sessions are cut, data is flushed), then immediate, as in a crash. */
const SIGNALS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
] as const;

/** Above every system's pid limit. */
const UNUSED_PID = 2_147_483_647;

const pidFileOf = (data: string): string => path.join(data, 'postmaster.pid');

/** Null after an orderly stop, which removes the file. */
export function readServer(data: string): { readonly pid: number; readonly isReady: boolean } | null {
  if (!fs.existsSync(pidFileOf(data))) return null;
  const lines = fs.readFileSync(pidFileOf(data), 'utf8').split('\n');
  return { pid: Number.parseInt(lines[0] ?? '', 10), isReady: lines[7]?.trim() === 'ready' };
}

/** Ends the server of a killed service, and forgets the pid of a server that has ended. */
export async function endLeftBehind(data: string): Promise<void> {
  const pid = readServer(data)?.pid;
  if (pid === undefined) return;
  for (const [signal, patienceMs] of SIGNALS) {
    if (!isServerOf(data, pid)) break;
    signalTo(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs && isServerOf(data, pid); waitedMs += POLL_MS) await pause(POLL_MS);
  }
  if (isServerOf(data, pid)) throw new Error(`the PostgreSQL of ${data} (pid ${pid}) does not stop`);
  disown(data);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** False for another program with the same pid. Throws while this is unknown, so that no signal is sent. */
function isServerOf(data: string, pid: number): boolean {
  const words = commandLineOf(pid);
  return process.platform === 'linux' ? words.split('\0').includes(data) : words.includes(data);
}

const windowsQuestion = (pid: number): readonly string[] => [
  '-NoProfile',
  '-Command',
  `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
];

function commandLineOf(pid: number): string {
  if (!Number.isInteger(pid)) return '';
  const options = { encoding: 'utf8', env: childEnvironment() } as const;
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (process.platform === 'win32') return execFileSync('powershell.exe', windowsQuestion(pid), { encoding: 'utf8' });
    return execFileSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], options);
  } catch (error) {
    const { code, status } = error as NodeJS.ErrnoException & { readonly status?: number | null };
    // No such file or process, or `ps` found no process.
    if (code === 'ENOENT' || code === 'ESRCH' || typeof status === 'number') return '';
    throw error;
  }
}

/** PostgreSQL refuses to start while the recorded pid lives. Only the pid changes: other lines find its children. */
function disown(data: string): void {
  if (!fs.existsSync(pidFileOf(data))) return;
  // The unprivileged user owns the directory and must not redirect root by a link.
  const descriptor = fs.openSync(pidFileOf(data), fs.constants.O_RDWR | fs.constants.O_NOFOLLOW);
  try {
    const rest = fs.readFileSync(descriptor, 'utf8').split('\n').slice(1);
    fs.ftruncateSync(descriptor);
    fs.writeSync(descriptor, [UNUSED_PID, ...rest].join('\n'), 0);
  } finally {
    fs.closeSync(descriptor);
  }
}
