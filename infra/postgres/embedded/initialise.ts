import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Home } from './home';
import { makerFor, type User } from './users';

const run = promisify(execFile);

/** Only administers roles; the service itself never connects as superuser. */
export const SUPERUSER = 'lastro';

const INITDB_TIMEOUT_MS = 120_000;

/** Creates the cluster if it is missing. The complete cluster is renamed into place, so a crash leaves none. */
export async function initialiseCluster(home: Home, initdb: string, password: string): Promise<void> {
  if (fs.existsSync(home.data)) return;
  const fresh = path.join(home.directory, 'data.new');
  const passwordFile = path.join(home.directory, 'password.new');
  const maker = await makerFor(home.user);
  for (const file of [fresh, passwordFile]) fs.rmSync(file, { recursive: true, force: true });
  try {
    fs.mkdirSync(fresh, { mode: 0o700 });
    fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (maker !== null) openTo(maker, home.directory, [fresh, passwordFile]);
    await runInitdb(initdb, initdbArguments(fresh, passwordFile), home.directory, maker);
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(fresh, home.data);
}

/** Belongs to root until the hand-over, because another user creates it. */
function openTo({ uid, gid }: NonNullable<User>, directory: string, files: readonly string[]): void {
  fs.chownSync(directory, 0, 0);
  fs.chmodSync(directory, 0o711);
  for (const file of files) fs.lchownSync(file, uid, gid);
}

const initdbArguments = (data: string, passwordFile: string): readonly string[] => [
  `--pgdata=${data}`,
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  `--pwfile=${passwordFile}`,
  '--encoding=UTF8',
  '--locale=C',
  '--data-checksums',
];

async function runInitdb(initdb: string, words: readonly string[], directory: string, maker: User): Promise<void> {
  // Our environment contains secrets, so the child gets none of it.
  const options = { ...maker, cwd: directory, env: { LC_ALL: 'C', TZ: 'UTC' }, timeout: INITDB_TIMEOUT_MS };
  try {
    await run(initdb, words, options);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`the database cannot be made in ${directory}: ${(stderr ?? message).trim()}`, { cause: error });
  }
}
