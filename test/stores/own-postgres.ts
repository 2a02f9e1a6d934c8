import { execFile, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory, watchOver } from './postgres-cluster';
import { freePort } from './redis';

/** Where this machine keeps PostgreSQL's programs, all of one version; null where it has none. */
const programs = (): string | null => {
  try {
    const folder = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
    const wanted = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
    return wanted.every((name) => fs.existsSync(path.join(folder, name))) ? folder : null;
  } catch {
    return null;
  }
};

/** Describes what needs an installed PostgreSQL; on a machine without one it says so loudly and skips. */
export const describeWithPostgres = (name: string, tests: () => void): void => {
  const isThere = programs() !== null;
  const withPostgres = isThere ? describe : describe.skip;
  if (!isThere)
    console.warn(`\n*** ${name}: NOT TESTED, there is no PostgreSQL installed here; apt-get install postgresql ***\n`);
  withPostgres(isThere ? name : `${name} (skipped: no PostgreSQL; apt-get install postgresql)`, tests);
};

export interface OwnPostgres {
  /** URL of a database, as any user: every role is trusted. */
  readonly url: (user: string, database: string) => string;
  /** Runs one of PostgreSQL's programs to its end. */
  readonly run: (program: string, words: readonly string[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** A server of the machine's PostgreSQL, whose superuser is `admin`. */
export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const folder = programs() ?? '';
  const directory = temporaryDirectory();
  const stop = watchOver(directory);
  const home = path.join(directory, 'postgres');
  fs.mkdirSync(home, { mode: 0o700 });
  const identity = process.getuid?.() === 0 ? NOBODY : {};
  if (process.getuid?.() === 0) fs.chownSync(home, NOBODY.uid, NOBODY.gid);
  const data = path.join(home, 'data');
  const words = ['-D', data, '-U', 'admin', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(path.join(folder, 'initdb'), words, { ...identity, cwd: '/', stdio: 'ignore' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', `port=${port}`];
  const child = spawn(path.join(folder, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
  });
  return {
    url: (user, database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    run: (program, given) => promisify(execFile)(path.join(folder, program), given),
    stop,
  };
};
