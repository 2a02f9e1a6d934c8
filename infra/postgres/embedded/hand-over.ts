import fs from 'node:fs';
import path from 'node:path';
import type { ClusterHome } from './cluster-home';
import type { Identity } from './unprivileged';

/**
 * Root takes the outer directory first and gives it away last: the old owner cannot swap anything below meanwhile, and
 * an interrupted hand-over is detected by root's ownership.
 */
export function handOver(home: ClusterHome, { uid, gid }: NonNullable<Identity>): void {
  const from = fs.statSync(home.directory).uid;
  try {
    fs.chownSync(home.directory, 0, 0);
    give(home.data, { uid, gid });
    fs.chownSync(home.directory, uid, gid);
  } catch (error) {
    throw new Error(`the database in ${home.directory} cannot be given from uid ${from} to uid ${uid}`, {
      cause: error,
    });
  }
}

/** Top down: once a directory has changed hands, its entries cannot be swapped. */
function give(file: string, owner: NonNullable<Identity>): void {
  const found = fs.lstatSync(file);
  // A hard link would give away another file.
  if (found.isFile() && found.nlink > 1) throw new Error(`${file} has another name elsewhere`);
  fs.lchownSync(file, owner.uid, owner.gid);
  if (!found.isDirectory()) return;
  fs.chmodSync(file, 0o700);
  for (const name of fs.readdirSync(file)) give(path.join(file, name), owner);
}
