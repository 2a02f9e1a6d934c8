import { readdirSync, readFileSync } from 'node:fs';

const KILOBYTES_PER_MEGABYTE = 1_024;

/** A file of a process; empty when it has just ended, or is another user's. */
const readProcess = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

const parentOf = (pid: number): number => numberIn(readProcess(pid, 'status'), /^PPid:\s+(\d+)$/m);

const runsPostgres = (pid: number): boolean => readProcess(pid, 'comm').trim() === 'postgres';

/** The process and all that it started, without PostgreSQL. */
export const processesOf = (pid: number): readonly number[] => {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((each) => [each, parentOf(each)]));
  const below = (parent: number): readonly number[] =>
    pids
      .filter((each) => parents.get(each) === parent && !runsPostgres(each))
      .flatMap((each) => [each, ...below(each)]);
  return [pid, ...below(pid)];
};

export const runsNode = (pid: number): boolean => {
  const [program = ''] = readProcess(pid, 'cmdline').split('\0');
  return program === process.execPath;
};

/** The proportional set size: pages that are shared count in parts. */
export const proportionalMegabytes = (pid: number): number => {
  const kilobytes = numberIn(readProcess(pid, 'smaps_rollup'), /^Pss:\s+(\d+) kB$/m);
  if (Number.isNaN(kilobytes)) throw new Error(`No proportional set size of ${pid}`);
  return kilobytes / KILOBYTES_PER_MEGABYTE;
};

/** Its PostgreSQL alone runs meanwhile. */
export const whileStopped = async <Value>(pid: number, work: () => Promise<Value>): Promise<Value> => {
  const pids = processesOf(pid);
  for (const each of pids) process.kill(each, 'SIGSTOP');
  try {
    return await work();
  } finally {
    // The first wakes last, and finds what it started awake.
    for (const each of [...pids].reverse()) process.kill(each, 'SIGCONT');
  }
};
