import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { childEnvironment } from '../../child-environment';
import { readIfThere } from '../../data-directory';

const run = promisify(execFile);

export type Identity = { readonly uid: number; readonly gid: number } | null;

/** The kernel's uid for unknown users; used where only root has a name. */
export const OVERFLOW_ID = 65_534;

const PROBE_TIMEOUT_MS = 10_000;

/** Runs initdb, which refuses root and needs a named user: the directory's owner or, when that is root, `nobody`. */
export async function identityFor(directory: string): Promise<Identity> {
  const owner = ownerOf(directory);
  if (owner === null || (owner.uid !== 0 && (await hasName(owner.uid)))) return owner;
  const users = namedUsers();
  return users.find(({ name }) => name === 'nobody') ?? users[0] ?? { uid: OVERFLOW_ID, gid: OVERFLOW_ID };
}

export function ownerOf(directory: string): Identity {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = fs.statSync(directory);
  return { uid, gid };
}

/** Asks the system: its users need not be in /etc/passwd. */
export async function hasName(uid: number): Promise<boolean> {
  try {
    await run('id', ['-un', String(uid)], { env: childEnvironment(), timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

interface NamedUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

function namedUsers(): NamedUser[] {
  const lines = (readIfThere('/etc/passwd') ?? '').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined) return [];
    // macOS writes nobody's uid as -2, the same 32 bits as 4294967294.
    const user = { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    return user.uid === 0 ? [] : [user];
  });
}

export const asIdentity = (identity: Identity): { uid?: number; gid?: number } =>
  identity === null ? {} : { uid: identity.uid, gid: identity.gid };

export const describe = (identity: Identity): string => (identity === null ? 'this user' : `uid ${identity.uid}`);

export const canUse = (directory: string, identity: Identity): Promise<boolean> =>
  probe(directory, identity, 'test -w "$1" && cd "$1"');

export const canEnter = (directory: string, identity: Identity): Promise<boolean> =>
  probe(directory, identity, 'cd "$1"');

/** Asks the kernel, which knows access lists and mounts too. */
async function probe(directory: string, identity: Identity, question: string): Promise<boolean> {
  if (identity === null) return true;
  try {
    const options = { ...asIdentity(identity), cwd: '/', env: {}, timeout: PROBE_TIMEOUT_MS };
    await run('/bin/sh', ['-c', question, 'sh', directory], options);
    return true;
  } catch (error) {
    // A numeric code is the shell's "no"; anything else: no process can start under this identity.
    if (typeof (error as { code?: unknown }).code === 'number') return false;
    throw new Error(`root cannot start a process as ${describe(identity)}; set DATABASE_URL or start as another user`, {
      cause: error,
    });
  }
}
