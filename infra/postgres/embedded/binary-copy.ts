import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly executable: boolean;
}

/** Plain files below `native`, in a stable order; a copy gets fresh links. */
function entriesOf(root: string): Entry[] {
  const found = fs.readdirSync(path.join(root, 'native'), { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.sort().map((file) => {
    const { size, mode } = fs.statSync(file);
    const executable = path.basename(path.dirname(file)) === 'bin' || (mode & 0o100) !== 0;
    return { name: path.relative(root, file), size, executable };
  });
}

/** Changes with the package's version and files. */
export function nameOf(root: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const listing = entriesOf(root).map(({ name, size }) => `${name}:${size}`);
  const hash = createHash('sha256').update(listing.join('\n')).digest('hex').slice(0, 16);
  return `lastro-postgresql-${version}-${hash}`;
}

/** Everybody may read and run the copy, only we may change it. False when another user could change `target`. */
export function copyTree(source: string, target: string, finish: (root: string) => void): boolean {
  if (isComplete(source, target)) return isOurs(target);
  const fresh = fs.mkdtempSync(`${target}.`);
  try {
    for (const entry of entriesOf(source)) copyEntry(source, fresh, entry);
    fs.chmodSync(fresh, 0o755);
    finish(fresh);
    // An incomplete copy, such as after a cleaner of temporary files; only ours may be removed.
    if (isOurs(target)) fs.rmSync(target, { recursive: true });
    fs.renameSync(fresh, target);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    // Another process may have finished the same copy first.
    if (!isComplete(source, target)) throw error;
  }
  return isOurs(target);
}

function copyEntry(source: string, target: string, { name, executable }: Entry): void {
  const copy = path.join(target, name);
  // The umask may be strict, so modes are set explicitly.
  const opened = fs.mkdirSync(path.dirname(copy), { recursive: true });
  if (opened !== undefined) openDownTo(opened, path.dirname(copy));
  fs.copyFileSync(path.join(source, name), copy, fs.constants.COPYFILE_FICLONE);
  fs.chmodSync(copy, executable ? 0o755 : 0o644);
}

function openDownTo(first: string, last: string): void {
  for (let folder = last; folder.length >= first.length; folder = path.dirname(folder)) fs.chmodSync(folder, 0o755);
}

function isComplete(source: string, copy: string): boolean {
  return entriesOf(source).every(({ name, size }) => {
    const found = fs.lstatSync(path.join(copy, name), { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === size;
  });
}

function isOurs(folder: string): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}
