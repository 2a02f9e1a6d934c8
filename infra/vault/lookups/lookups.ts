import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../postgres/pool';
import { erasedFault } from '../vault';
import type { Digests } from './lookup-keys';

/** A newer look-up key exists: the caller retries with the current keys. */
export const OUTDATED = Symbol('outdated');
export type Outdated = typeof OUTDATED;

export interface LivingSubject {
  readonly id: string;
  /** Creates the subject's key if missing; rejects for an erased subject. */
  readonly ensureKey: () => Promise<unknown>;
}

const ATTEMPTS = 5;

/** The revision of a claim made without reading the subject. */
export const NOTHING_READ = -1;

/** The look-up's subject; a look-up under an earlier key moves to the newest. */
export async function findSubject(pool: Pool, digests: Digests): Promise<string | null | Outdated> {
  const { rows } = await pool.query<{ newest: number; subject_id: string | null; key_version: number | null }>({
    name: 'vault-find-subject',
    text: `SELECT wrapping.lookup_version AS newest, subject_id, key_version
             FROM vault.wrapping LEFT JOIN vault.lookups ON lookup_hmac = ANY ($1)`,
    values: [digests.all],
  });
  const [row] = rows;
  if (row?.newest !== digests.version) return OUTDATED;
  if (row.subject_id !== null && row.key_version !== digests.version) await moveLookup(pool, digests);
  return row.subject_id;
}

export async function findSubjects(
  pool: Pool,
  digests: readonly Digests[],
): Promise<readonly (string | null)[] | Outdated> {
  if (digests.length === 0) return [];
  const { rows } = await pool.query<{ newest: number; lookup_hmac: Buffer | null; subject_id: string | null }>({
    name: 'vault-find-subjects',
    text: `SELECT wrapping.lookup_version AS newest, lookup_hmac, subject_id
             FROM vault.wrapping LEFT JOIN vault.lookups ON lookup_hmac = ANY ($1)`,
    values: [digests.flatMap(({ all }) => all)],
  });
  if (rows[0]?.newest !== digests[0]?.version) return OUTDATED;
  const subjects = new Map(rows.map((row) => [row.lookup_hmac?.toString('hex'), row.subject_id]));
  const subjectOf = (digest: Buffer): string | null => subjects.get(digest.toString('hex')) ?? null;
  return digests.map(({ all }) => all.map(subjectOf).find((subject) => subject !== null) ?? null);
}

export async function moveLookup(pool: Pool, { newest, version, all }: Digests): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE vault.lookups SET lookup_hmac = $1, key_version = $2 WHERE lookup_hmac = ANY ($3) AND key_version < $2',
    [newest, version, all],
  );
  return rowCount === 1;
}

/** Binds the look-up to the subject unless bound; answers its owner. */
export async function claimLookup(
  pool: Pool,
  digests: Digests,
  subject: LivingSubject,
  revision = NOTHING_READ,
): Promise<string | Outdated> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const owner = await claimAgain(pool, digests, subject.id, revision);
    if (owner !== null) return owner;
    await subject.ensureKey();
    // Another claim may be faster, and its owner may be erased before the read.
    const bound = await bind(pool, digests, subject.id);
    if (bound === OUTDATED) return OUTDATED;
    if (bound === 'BOUND' && revision === NOTHING_READ) return subject.id;
  }
  throw new Error(`a look-up of ${subject.id} was bound and erased ${ATTEMPTS} times while it was claimed`);
}

interface Bound {
  readonly is_newest: boolean;
  readonly is_alive: boolean;
  readonly is_bound: boolean;
}

/** Binds in one statement. The locks of our newest key and of the subject's key exclude a rotation and an erasure. */
const BIND = `
  WITH newest AS MATERIALIZED (SELECT 1 FROM vault.wrapping WHERE lookup_version = $3 FOR SHARE),
  alive AS MATERIALIZED (SELECT 1 FROM vault.subject_keys
    WHERE subject_id = $2 AND wrapped_key IS NOT NULL AND EXISTS (SELECT FROM newest) FOR SHARE),
  bound AS (INSERT INTO vault.lookups (lookup_hmac, subject_id, key_version) SELECT $1, $2, $3 FROM alive
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM newest) AS is_newest, EXISTS (SELECT FROM alive) AS is_alive,
    EXISTS (SELECT FROM bound) AS is_bound`;

/** For look-ups that no key finds. */
async function bind(pool: Pool, digests: Digests, subjectId: string): Promise<'BOUND' | 'TAKEN' | Outdated> {
  const values = [digests.newest, subjectId, digests.version];
  const { rows } = await pool.query<Bound>({ name: 'vault-bind-look-up', text: BIND, values });
  if (rows[0]?.is_newest !== true) return OUTDATED;
  if (!rows[0].is_alive) throw erasedFault(subjectId);
  return rows[0].is_bound ? 'BOUND' : 'TAKEN';
}

/** Locks our newest key as the newest until the transaction ends; false when it is outdated. */
async function keepNewest(client: PoolClient, { version }: Digests): Promise<boolean> {
  const text = 'SELECT 1 FROM vault.wrapping WHERE lookup_version = $1 FOR SHARE';
  return (await client.query(text, [version])).rowCount === 1;
}

/** Answers the look-up's owner; when that is the subject, records the later claim revision. */
async function claimAgain(
  pool: Pool,
  digests: Digests,
  subjectId: string,
  revision: number,
): Promise<string | null | Outdated> {
  if (revision > NOTHING_READ) {
    const { rowCount } = await pool.query(
      `UPDATE vault.lookups SET claimed_at_revision = greatest(claimed_at_revision, $3)
        WHERE lookup_hmac = ANY ($1) AND subject_id = $2`,
      [digests.all, subjectId, revision],
    );
    if (rowCount === 1) return subjectId;
  }
  return findSubject(pool, digests);
}

/** Frees a look-up that the subject changed in `revision`, unless claimed at that revision or later. */
export const releaseLookup = (
  pool: Pool,
  digests: Digests,
  subjectId: string,
  revision: number,
): Promise<null | Outdated> =>
  inTransaction(pool, async (client) => {
    if (!(await keepNewest(client, digests))) return OUTDATED;
    await client.query(
      'DELETE FROM vault.lookups WHERE lookup_hmac = ANY ($1) AND subject_id = $2 AND claimed_at_revision < $3',
      [digests.all, subjectId, revision],
    );
    return null;
  });
