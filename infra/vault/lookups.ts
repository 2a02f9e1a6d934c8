import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../postgres/pool';
import { erasedFault } from './vault';

/** The subject that a look-up is bound to. */
export async function findSubject(pool: Pool, digest: Buffer): Promise<string | null> {
  const { rows } = await pool.query<{ subject_id: string }>({
    name: 'vault-find-subject',
    text: 'SELECT subject_id FROM vault.lookups WHERE lookup_hmac = $1',
    values: [digest],
  });
  return rows[0]?.subject_id ?? null;
}

export interface LivingSubject {
  readonly id: string;
  /** Makes a key for the subject that has none yet; rejects for one that was erased. */
  readonly ensureKey: () => Promise<unknown>;
}

const ATTEMPTS = 5;

/** Nothing of the subject had been read. */
export const NOTHING_READ = -1;

/** Binds the look-up to the subject unless it is bound already; answers whose it is. */
export async function claimLookup(
  pool: Pool,
  digest: Buffer,
  subject: LivingSubject,
  revision = NOTHING_READ,
): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const owner = await claimAgain(pool, digest, subject.id, revision);
    if (owner !== null) return owner;
    await subject.ensureKey();
    // Somebody else may be faster, and may even have been erased when we ask who it was.
    await inTransaction(pool, (client) => bind(client, digest, subject.id));
  }
  throw new Error(`a look-up of ${subject.id} was bound and erased ${ATTEMPTS} times while it was claimed`);
}

async function bind(client: PoolClient, digest: Buffer, subjectId: string): Promise<void> {
  // An erasure waits for us or we for it: an erased subject never gets a look-up again.
  const { rowCount } = await client.query(
    'SELECT 1 FROM vault.subject_keys WHERE subject_id = $1 AND wrapped_key IS NOT NULL FOR SHARE',
    [subjectId],
  );
  if (rowCount === 0) throw erasedFault(subjectId);
  const insert = 'INSERT INTO vault.lookups (lookup_hmac, subject_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await client.query(insert, [digest, subjectId]);
}

/** Whose it is; what is the subject's already says then that it was claimed on a later state. */
async function claimAgain(pool: Pool, digest: Buffer, subjectId: string, revision: number): Promise<string | null> {
  if (revision > NOTHING_READ) {
    const { rowCount } = await pool.query(
      'UPDATE vault.lookups SET claimed_at_revision = greatest(claimed_at_revision, $3) WHERE lookup_hmac = $1 AND subject_id = $2',
      [digest, subjectId, revision],
    );
    if (rowCount === 1) return subjectId;
  }
  return findSubject(pool, digest);
}

/** Frees what the subject gave up in `revision`, unless it was claimed on that state or a later one. */
export async function releaseLookup(pool: Pool, digest: Buffer, subjectId: string, revision: number): Promise<void> {
  await pool.query(
    'DELETE FROM vault.lookups WHERE lookup_hmac = $1 AND subject_id = $2 AND claimed_at_revision < $3',
    [digest, subjectId, revision],
  );
}
