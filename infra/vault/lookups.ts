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
  /** A wrapped key, for the subject that has none yet. */
  readonly newKey: () => Buffer;
}

const ATTEMPTS = 5;

/** Binds the look-up to the subject unless it is bound already; answers whose it is. */
export async function claimLookup(pool: Pool, digest: Buffer, subject: LivingSubject): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const owner = await findSubject(pool, digest);
    if (owner !== null) return owner;
    // Somebody else may be faster, and may even have been erased when we ask who it was.
    await inTransaction(pool, (client) => bind(client, digest, subject));
  }
  throw new Error(`a look-up of ${subject.id} was bound and erased ${ATTEMPTS} times while it was claimed`);
}

async function bind(client: PoolClient, digest: Buffer, subject: LivingSubject): Promise<void> {
  await lockLivingSubject(client, subject);
  const insert = 'INSERT INTO vault.lookups (lookup_hmac, subject_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await client.query(insert, [digest, subject.id]);
}

/** An erasure waits for us or we for it: an erased subject never gets a look-up again. */
async function lockLivingSubject(client: PoolClient, subject: LivingSubject): Promise<void> {
  const insert = 'INSERT INTO vault.subject_keys (subject_id, wrapped_key) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await client.query(insert, [subject.id, subject.newKey()]);
  const { rowCount } = await client.query(
    'SELECT 1 FROM vault.subject_keys WHERE subject_id = $1 AND wrapped_key IS NOT NULL FOR SHARE',
    [subject.id],
  );
  if (rowCount === 0) throw erasedFault(subject.id);
}
