import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { childEnvironment } from '../../child-environment';
import { isRoot } from '../../data-directory';

const run = promisify(execFile);

/** The user that runs PostgreSQL; null is the user of this process. */
export type User = { readonly uid: number; readonly gid: number } | null;

const PROBE_TIMEOUT_MS = 10_000;

/** Uids that systems and containers do not assign: below subordinate ones (from 100,000), or the last of 65,536. */
const FREE_UIDS = [
  [65_536, 99_999],
  [65_520, 65_533],
] as const;

/** The kernel's uid for unknown users; used where only root has a name. */
const OVERFLOW_ID = 65_534;

/** PostgreSQL refuses root. A uid that other programs share is the last choice: they could open the files. */
export async function candidates(dataDir: string): Promise<readonly User[]> {
  if (!isRoot()) return [null];
  const { uid, gid } = fs.statSync(dataDir);
  if (uid !== 0) return [{ uid, gid }];
  return [...(await Promise.all(FREE_UIDS.map(unused))), await nobody()];
}

/** The user that runs initdb, which takes a user with a name. */
export const makerFor = async (user: User): Promise<User> =>
  user === null || (await hasName(user.uid)) ? user : nobody();

async function unused([least, most]: readonly [number, number]): Promise<User> {
  const uid = randomInt(least, most + 1);
  return (await hasName(uid)) ? unused([least, most]) : { uid, gid: uid };
}

/** macOS writes nobody's uid as -2, the same 32 bits as 4294967294. */
async function nobody(): Promise<User> {
  const [uid, gid] = await Promise.all([id('-u', 'nobody'), id('-g', 'nobody')]);
  return { uid: Number(uid ?? OVERFLOW_ID) >>> 0, gid: Number(gid ?? OVERFLOW_ID) >>> 0 };
}

const hasName = async (uid: number): Promise<boolean> => (await id('-un', `${uid}`)) !== null;

/** Asks the system: its users need not be in /etc/passwd. */
async function id(...words: readonly string[]): Promise<string | null> {
  try {
    return (await run('id', words, { env: childEnvironment(), timeout: PROBE_TIMEOUT_MS })).stdout.trim();
  } catch {
    return null;
  }
}

/** Asks the kernel, which knows access lists and mounts too. */
export const canEnter = (directory: string, user: User): Promise<boolean> =>
  runs('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], user);

export async function runs(program: string, words: readonly string[], user: User): Promise<boolean> {
  try {
    await run(program, words, { ...user, cwd: '/', env: {}, timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}
