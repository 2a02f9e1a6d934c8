import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries';
import type { ClusterHome } from './cluster-home';
import { asIdentity } from './unprivileged';

const run = promisify(execFile);

/** Only administers roles. Earlier versions connected as this superuser. */
export const SUPERUSER = 'lastro';

const INITDB_TIMEOUT_MS = 120_000;

/** Creates the cluster if missing. It is renamed into place when complete, so a crash leaves none. */
export async function initialiseCluster(home: ClusterHome, { initdb }: Binaries, password: string): Promise<void> {
  if (fs.existsSync(home.data)) return;
  const fresh = path.join(home.directory, 'data.new');
  const passwordFile = path.join(home.directory, 'password.new');
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.rmSync(passwordFile, { force: true });
  try {
    writeFor(home, passwordFile, password);
    await runInitdb(home, initdb, initdbArguments(fresh, passwordFile));
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(fresh, home.data);
}

const initdbArguments = (data: string, passwordFile: string): string[] => [
  `--pgdata=${data}`,
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  `--pwfile=${passwordFile}`,
  '--encoding=UTF8',
  '--locale=C',
  '--data-checksums',
];

async function runInitdb(home: ClusterHome, initdb: string, parameters: readonly string[]): Promise<void> {
  // Our environment holds secrets, so none of it is passed on.
  const options = { ...asIdentity(home.identity), cwd: home.directory, env: { LC_ALL: 'C', TZ: 'UTC' } };
  try {
    await run(initdb, parameters, { ...options, timeout: INITDB_TIMEOUT_MS });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`the database cannot be made in ${home.directory}: ${(stderr ?? message).trim()}`, {
      cause: error,
    });
  }
}

function writeFor(home: ClusterHome, file: string, text: string): void {
  const descriptor = fs.openSync(file, 'wx', 0o600);
  try {
    fs.writeSync(descriptor, text);
    if (home.identity !== null) fs.fchownSync(descriptor, home.identity.uid, home.identity.gid);
  } finally {
    fs.closeSync(descriptor);
  }
}
