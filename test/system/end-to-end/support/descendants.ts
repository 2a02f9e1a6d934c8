import fs from 'node:fs';

export interface Descendant {
  readonly pid: number;
  /** Program and parameters, in one line. */
  readonly command: string;
  /** `NAME=value`. */
  readonly environment: readonly string[];
}

const partsOf = (file: string): readonly string[] =>
  fs
    .readFileSync(file, 'latin1')
    .split('\0')
    .filter((part) => part !== '');

const parentOf = (pid: number): number => {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** A process in Linux's /proc; null when it has ended. */
const look = (pid: number): (Descendant & { readonly parent: number }) | null => {
  try {
    const [words, environment] = [partsOf(`/proc/${pid}/cmdline`), partsOf(`/proc/${pid}/environ`)];
    return { pid, parent: parentOf(pid), command: words.join(' '), environment };
  } catch {
    return null;
  }
};

/** The children of a process, and theirs. */
export const descendantsOf = (pid: number): readonly Descendant[] => {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const all = pids.map((name) => look(Number(name))).filter((found) => found !== null);
  const childrenOf = (parent: number): readonly Descendant[] =>
    all.filter((child) => child.parent === parent).flatMap((child) => [child, ...childrenOf(child.pid)]);
  return childrenOf(pid);
};
