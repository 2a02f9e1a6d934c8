import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user and group under which PostgreSQL runs; null means ours. */
export type Identity = { readonly uid: number; readonly gid: number } | null;

/** Where the kernel puts everybody whom it does not know; used where the system has no user called nobody. */
const OVERFLOW_ID = 65_534;

const PROBE_TIMEOUT_MS = 10_000;

/**
 * PostgreSQL refuses to run as root. Root hands it to the owner of `directory`, or to nobody when root owns it.
 */
export function identityFor(directory: string): Identity {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = fs.statSync(directory);
  return uid === 0 ? nobody() : { uid, gid };
}

function nobody(): Identity {
  const line = userLines().find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  // macOS writes -2, which is the same 32 bits as 4294967294.
  const parse = (text: string | undefined): number => (text === undefined ? OVERFLOW_ID : Number(text) >>> 0);
  return { uid: parse(uid), gid: parse(gid) };
}

function userLines(): string[] {
  try {
    return fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    // An image without the file: the number alone is enough for the kernel.
    return [];
  }
}

/** The options that make a child process run under the identity. */
export const asIdentity = (identity: Identity): { uid?: number; gid?: number } => (identity === null ? {} : identity);

export const describe = (identity: Identity): string => (identity === null ? 'this user' : `uid ${identity.uid}`);

/** Whether the identity can enter and write the directory. Asked of the kernel, which knows about access lists too. */
export async function canUse(directory: string, identity: Identity): Promise<boolean> {
  if (identity === null) return true;
  try {
    const probe = ['-c', 'test -w "$1" && cd "$1"', 'sh', directory];
    await run('/bin/sh', probe, { ...identity, cwd: '/', env: {}, timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch (error) {
    // The shell's own exit code says "no"; anything else means that no process can be started under this identity.
    if (typeof (error as { code?: unknown }).code === 'number') return false;
    throw new Error(`root cannot start a process as ${describe(identity)}; set DATABASE_URL or start as another user`, {
      cause: error,
    });
  }
}
