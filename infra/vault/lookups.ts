import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../postgres/pool';
import type { Digests } from './lookup-keys';
import { erasedFault } from './vault';

/** Another key of look-ups is the newest by now: the same is asked again under the keys of now. */
export const OUTDATED = Symbol('outdated');
export type Outdated = typeof OUTDATED;

export interface LivingSubject {
  readonly id: string;
  /** Makes a key for the subject that has none yet; rejects for one that was erased. */
  readonly ensureKey: () => Promise<unknown>;
}

const ATTEMPTS = 5;

/** Nothing of the subject had been read. */
export const NOTHING_READ = -1;

/** The subject that a look-up is bound to. One that is found by an earlier key is kept by the newest from then on. */
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

/** Keeps the look-up by the newest key, whosever it is, if it is bound at all. Answers whether it had to move. */
export async function moveLookup(pool: Pool, { newest, version, all }: Digests): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE vault.lookups SET lookup_hmac = $1, key_version = $2 WHERE lookup_hmac = ANY ($3) AND key_version < $2',
    [newest, version, all],
  );
  return rowCount === 1;
}

/** Binds the look-up to the subject unless it is bound already; answers whose it is. */
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
    // Somebody else may be faster, and may even have been erased when we ask who it was.
    const isBound = await inTransaction(pool, (client) => bind(client, digests, subject.id));
    if (!isBound) return OUTDATED;
  }
  throw new Error(`a look-up of ${subject.id} was bound and erased ${ATTEMPTS} times while it was claimed`);
}

/**
 * Only for what was not found by any key. False when our newest key is not the newest any more. While it is, nothing is
 * bound by an earlier one: what was not found by those is not there.
 */
async function bind(client: PoolClient, digests: Digests, subjectId: string): Promise<boolean> {
  if (!(await keepNewest(client, digests))) return false;
  // An erasure waits for us or we for it: an erased subject never gets a look-up again.
  const { rowCount } = await client.query(
    'SELECT 1 FROM vault.subject_keys WHERE subject_id = $1 AND wrapped_key IS NOT NULL FOR SHARE',
    [subjectId],
  );
  if (rowCount === 0) throw erasedFault(subjectId);
  await client.query(
    'INSERT INTO vault.lookups (lookup_hmac, subject_id, key_version) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [digests.newest, subjectId, digests.version],
  );
  return true;
}

/** Whether our newest key is the newest, which it stays until the transaction ends. */
async function keepNewest(client: PoolClient, { version }: Digests): Promise<boolean> {
  const text = 'SELECT 1 FROM vault.wrapping WHERE lookup_version = $1 FOR SHARE';
  return (await client.query(text, [version])).rowCount === 1;
}

/** Whose it is; what is the subject's already says then that it was claimed on a later state. */
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

/** Frees what the subject gave up in `revision`, unless it was claimed on that state or a later one. */
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
