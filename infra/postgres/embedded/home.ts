import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isRoot, readIfThere, replaceFile } from '../../data-directory';
import type { Logger } from '../../logger';
import { candidates, canEnter, type User } from './users';

export interface Home {
  /** Root's until its cluster is made and given to `user`. */
  readonly directory: string;
  readonly data: string;
  readonly user: User;
}

const shape = z.strictObject({
  /** Absolute, or relative to the data directory. */
  home: z.string().min(1),
  uid: z.int().positive().optional(),
  gid: z.int().nonnegative().optional(),
});

const ROOT = { uid: 0, gid: 0 };
const REFUSED: readonly unknown[] = ['EROFS', 'EACCES', 'EPERM', 'EINVAL'];

type HomeRecord = Readonly<z.infer<typeof shape>>;

/** Directories that every user can enter, for files that cannot be in the data directory. */
export const elsewhere = (): readonly string[] =>
  ['/var/lib', '/var/tmp', os.tmpdir()].filter((place) => fs.existsSync(place));

/** `<dataDir>/postgres`, or another place where its user can enter; `<dataDir>/postgres.json` records which. */
export async function findHome(dataDir: string, logger: Logger): Promise<Home> {
  const record = readRecord(dataDir) ?? (await chooseHome(dataDir, logger));
  const directory = path.resolve(dataDir, record.home);
  if (!fs.existsSync(directory)) {
    // A ledger must not start empty because its disk is not mounted.
    const file = recordFile(dataDir);
    throw new Error(`the database of ${file} is missing at ${directory}: restore it, or delete ${file}`);
  }
  return { directory, data: path.join(directory, 'data'), user: await userOf(directory, dataDir, record) };
}

/** Gives a cluster of root to its user: a new cluster, or one restored from a copy without owners. */
export function handOver({ directory, data, user }: Home): void {
  if (user === null || fs.statSync(directory).uid !== 0) return;
  give(data, user);
  fs.chmodSync(directory, 0o700);
  fs.chownSync(directory, user.uid, user.gid);
}

/** The database must be stopped. */
export function removeDataDirectory(dataDir: string): void {
  const record = readRecord(dataDir);
  if (record !== null) fs.rmSync(path.resolve(dataDir, record.home), { recursive: true, force: true });
  fs.rmSync(dataDir, { recursive: true, force: true });
}

async function userOf(directory: string, dataDir: string, record: HomeRecord): Promise<User> {
  const { uid, gid } = fs.statSync(directory);
  if (!isRoot()) {
    if (process.getuid === undefined || uid === process.getuid()) return null;
    throw new Error(`the database in ${directory} belongs to uid ${uid}: start as that user or as root`);
  }
  if (uid !== 0) return { uid, gid };
  if (record.uid !== undefined) return { uid: record.uid, gid: record.gid ?? record.uid };
  return (await candidates(dataDir))[0] ?? null;
}

/** The first user and place where root may give files away and the user can enter. */
async function chooseHome(dataDir: string, logger: Logger): Promise<HomeRecord> {
  const users = await candidates(dataDir);
  for (const user of users) {
    for (const place of [dataDir, ...elsewhere()]) {
      const directory = await tryHome(place, place === dataDir, user);
      if (directory === null) continue;
      const record = { home: place === dataDir ? 'postgres' : directory, ...user };
      replaceFile(recordFile(dataDir), `${JSON.stringify(record)}\n`);
      if (place !== dataDir)
        logger.warn({ directory }, `the database is outside ${dataDir}, because its user has no access there`);
      if (users.length > 1 && user === users.at(-1))
        logger.warn({ ...user }, 'the database shares its uid with other programs, which can open it');
      return record;
    }
  }
  throw new Error(
    `the database of ${dataDir} has no user and no directory: set DATABASE_URL, or start as another user`,
  );
}

/** A random name in another directory: in a world-writable directory, an attacker could create a predictable one. */
async function tryHome(place: string, isNear: boolean, user: User): Promise<string | null> {
  let directory: string | null = null;
  try {
    directory = isNear ? path.join(place, 'postgres') : fs.mkdtempSync(path.join(place, 'lastro-postgres-'));
    fs.mkdirSync(directory, { recursive: true });
    fs.chmodSync(directory, user === null ? 0o700 : 0o711);
    if (user === null) return directory;
    // In a container root may not give files to every uid, or to any uid.
    for (const { uid, gid } of [user, ROOT]) fs.lchownSync(directory, uid, gid);
    if (await canEnter(directory, user)) return directory;
  } catch (error) {
    if (!REFUSED.includes((error as NodeJS.ErrnoException).code)) throw error;
  }
  if (directory !== null) fs.rmdirSync(directory);
  return null;
}

/** Top down: once a directory has its new owner, the old owner cannot replace its entries. */
function give(file: string, user: NonNullable<User>): void {
  const found = fs.lstatSync(file);
  // A hard link would give away another file.
  if (found.isFile() && found.nlink > 1) throw new Error(`${file} has another name elsewhere`);
  fs.lchownSync(file, user.uid, user.gid);
  if (!found.isDirectory()) return;
  fs.chmodSync(file, 0o700);
  for (const name of fs.readdirSync(file)) give(path.join(file, name), user);
}

const recordFile = (dataDir: string): string => path.join(dataDir, 'postgres.json');

function readRecord(dataDir: string): HomeRecord | null {
  const text = readIfThere(recordFile(dataDir));
  return text === null ? null : shape.parse(JSON.parse(text));
}
