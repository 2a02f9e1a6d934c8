import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../logger';
import type { ClusterHome } from './cluster-home';
import { readRecord, writeRecord } from './cluster-record';
import { canUse, hasName, type Identity, OVERFLOW_ID, ownerOf } from './unprivileged';

/** Uids that systems and containers do not assign: below subordinate ones (from 100,000), or the last of 65,536. */
const FREE_UIDS = [
  { least: 65_536, most: 99_999 },
  { least: 65_520, most: 65_533 },
] as const;

const TRIES_PER_RANGE = 5;

/**
 * The user that runs the cluster. As root, never a user that other programs share (such as `nobody`), who could open
 * the files as superuser: the data directory's owner or, when that is root, an unused uid.
 */
export async function keeperOf(home: ClusterHome, dataDir: string, logger: Logger): Promise<Identity> {
  const { identity, directory } = home;
  if (identity === null || !(await isShared(identity.uid, dataDir))) return identity;
  const keeper = hasLinks(home.data) ? null : await chooseKeeper(home, dataDir);
  if (keeper === null) {
    const facts = { directory, uid: identity.uid };
    logger.warn(facts, 'the database cannot be given to a uid of its own: other programs of this uid can open it');
    return identity;
  }
  writeRecord(dataDir, { ...readRecord(dataDir)!, uid: keeper.uid });
  return keeper;
}

/** Root owns a cluster whose hand-over was interrupted. */
async function isShared(uid: number, dataDir: string): Promise<boolean> {
  if (uid === 0 || uid === OVERFLOW_ID) return true;
  return uid !== fs.statSync(dataDir).uid && (await hasName(uid));
}

/** A link's target lies outside the cluster's directory and is not ours to give away. */
const hasLinks = (data: string): boolean =>
  fs.existsSync(data) &&
  fs.readdirSync(data, { recursive: true, withFileTypes: true }).some((entry) => entry.isSymbolicLink());

async function chooseKeeper(home: ClusterHome, dataDir: string): Promise<Identity> {
  const owner = ownerOf(dataDir);
  if (owner !== null && owner.uid !== 0) return owner;
  for (const uid of candidates(readRecord(dataDir)?.uid)) {
    const candidate = { uid, gid: uid };
    if (!(await hasName(uid)) && (await canBeGiven(path.dirname(home.directory), candidate))) return candidate;
  }
  return null;
}

function* candidates(remembered: number | undefined): Generator<number> {
  if (remembered !== undefined) yield remembered;
  for (const { least, most } of FREE_UIDS) {
    for (let attempt = 0; attempt < TRIES_PER_RANGE; attempt += 1) yield randomInt(least, most + 1);
  }
}

/** Whether root may chown files to this uid and run programs as it; a container can forbid both. */
async function canBeGiven(folder: string, { uid, gid }: NonNullable<Identity>): Promise<boolean> {
  const probe = fs.mkdtempSync(path.join(folder, 'lastro-probe-'));
  try {
    fs.chownSync(probe, uid, gid);
    return await canUse(probe, { uid, gid });
  } catch {
    return false;
  } finally {
    fs.rmdirSync(probe);
  }
}
