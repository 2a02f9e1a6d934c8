import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from '../../logger';
import { readRecord, recordFile, writeRecord } from './cluster-record';
import { canUse, describe, hasName, type Identity, identityFor, ownerOf } from './unprivileged';

export interface ClusterHome {
  readonly directory: string;
  readonly data: string;
  readonly identity: Identity;
}

/** `<dataDir>/postgres`, or another place where its user can enter; `<dataDir>/postgres.json` records which. */
export async function clusterHome(dataDir: string, logger: Logger): Promise<ClusterHome> {
  const record = readRecord(dataDir);
  if (record === null) return chooseHome(dataDir, logger);
  return recordedHome(path.resolve(dataDir, record.home), recordFile(dataDir));
}

const homeOf = (directory: string, identity: Identity): ClusterHome => ({
  directory,
  data: path.join(directory, 'data'),
  identity,
});

async function recordedHome(directory: string, record: string): Promise<ClusterHome> {
  if (!fs.existsSync(directory)) {
    // A ledger must not start empty because its disk is not mounted.
    throw new Error(`the database of ${record} is not at ${directory}; bring it back, or delete ${record}`);
  }
  const identity = ownerOf(directory);
  const { uid } = fs.statSync(directory);
  if (identity === null && process.getuid !== undefined && uid !== process.getuid()) {
    throw new Error(`the database in ${directory} belongs to uid ${uid}; start as that user or as root`);
  }
  if (!(await canUse(directory, identity))) {
    throw new Error(`${describe(identity)}, who owns the database in ${directory}, cannot enter that directory`);
  }
  return homeOf(directory, identity);
}

async function chooseHome(dataDir: string, logger: Logger): Promise<ClusterHome> {
  const identity = await identityFor(dataDir);
  const near = path.join(dataDir, 'postgres');
  fs.mkdirSync(near, { recursive: true, mode: 0o700 });
  if (await prepareFor(near, identity)) {
    writeRecord(dataDir, { home: 'postgres' });
    return homeOf(near, identity);
  }
  fs.rmdirSync(near);
  const directory = await homeElsewhere(identity);
  writeRecord(dataDir, { home: directory });
  logger.warn({ directory }, `${describe(identity)} cannot enter ${dataDir}: the database lives in ${directory}`);
  return homeOf(directory, identity);
}

/** The home for initdb, which needs a user with a name: a removed cluster's keeper may have none. */
export async function homeToMake(home: ClusterHome, dataDir: string): Promise<ClusterHome> {
  if (home.identity === null || (await hasName(home.identity.uid))) return home;
  const identity = await identityFor(dataDir);
  await prepareFor(home.directory, identity);
  return { ...home, identity };
}

async function homeElsewhere(identity: Identity): Promise<string> {
  const places = ['/var/lib', '/var/tmp', os.tmpdir()];
  for (const place of places.filter((candidate) => fs.existsSync(candidate))) {
    // A random name: in a world-writable directory, a predictable one could be planted.
    const directory = makeBelow(place);
    if (directory === null) continue;
    if (await prepareFor(directory, identity)) return directory;
    fs.rmdirSync(directory);
  }
  throw new Error(`${describe(identity)} can use none of ${places.join(', ')}; set DATABASE_URL or another DATA_DIR`);
}

function makeBelow(place: string): string | null {
  try {
    return fs.mkdtempSync(path.join(place, 'lastro-postgres-'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return null;
    throw error;
  }
}

async function prepareFor(directory: string, identity: Identity): Promise<boolean> {
  if (identity !== null) giveTo(directory, identity.uid, identity.gid);
  fs.chmodSync(directory, 0o700);
  return canUse(directory, identity);
}

function giveTo(directory: string, uid: number, gid: number): void {
  try {
    fs.chownSync(directory, uid, gid);
  } catch (error) {
    // In a container with a single user, root may not chown.
    throw new Error(`root cannot give ${directory} to uid ${uid}; set DATABASE_URL or start as another user`, {
      cause: error,
    });
  }
}
