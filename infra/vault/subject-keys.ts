import type { Pool, PoolClient } from 'pg';
import type { Cipher, Wrapped } from './cipher';
import type { Wrapping } from './wrapping';

/** A subject's row: its wrapped key, or the mark that the key was destroyed. */
export type SubjectKey =
  | { readonly state: 'UNKNOWN' }
  | { readonly state: 'ERASED' }
  | { readonly state: 'PRESENT'; readonly wrapped: Wrapped };

export const UNKNOWN: SubjectKey = { state: 'UNKNOWN' };

interface SubjectRow {
  readonly wrapped_key: Buffer | null;
  readonly key_id: string | null;
}

export async function readSubjectKey(pool: Pool, subjectId: string): Promise<SubjectKey> {
  const { rows } = await pool.query<SubjectRow>({
    name: 'vault-read-subject-key',
    text: 'SELECT wrapped_key, key_id FROM vault.subject_keys WHERE subject_id = $1',
    values: [subjectId],
  });
  return keyOf(rows[0]);
}

/** The same of many; a subject that is not known is absent. */
export async function readSubjectKeys(
  pool: Pool,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, SubjectKey>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await pool.query<SubjectRow & { readonly subject_id: string }>({
    name: 'vault-read-subject-keys',
    text: 'SELECT subject_id, wrapped_key, key_id FROM vault.subject_keys WHERE subject_id = ANY ($1::text[])',
    values: [subjectIds],
  });
  return new Map(rows.map((row) => [row.subject_id, keyOf(row)]));
}

const keyOf = (row: SubjectRow | undefined): SubjectKey => {
  if (row === undefined) return UNKNOWN;
  if (row.wrapped_key === null) return { state: 'ERASED' };
  return { state: 'PRESENT', wrapped: { wrapped: row.wrapped_key, keyId: row.key_id } };
};

/** Nothing is written under a master key that is not the current one; who rewraps waits for us here. */
const INSERT = `INSERT INTO vault.subject_keys (subject_id, wrapped_key, key_id)
  SELECT $1, $2, $3 FROM vault.wrapping WHERE key_id = $3 FOR SHARE
  ON CONFLICT DO NOTHING`;

const ATTEMPTS = 5;

/** The subject's key, a new one unless it has one, or had one. */
export async function subjectKeyOf(
  pool: Pool,
  subjectId: string,
  { cipher, wrapping }: { readonly cipher: Cipher; readonly wrapping: Wrapping },
): Promise<SubjectKey> {
  let found = await readSubjectKey(pool, subjectId);
  for (let attempt = 1; found.state === 'UNKNOWN' && attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) wrapping.forget();
    const keyId = await wrapping.current();
    await pool.query(INSERT, [subjectId, cipher.newKey(subjectId, keyId).wrapped, keyId]);
    found = await readSubjectKey(pool, subjectId);
  }
  if (found.state === 'UNKNOWN')
    throw new Error(`no key could be made for ${subjectId}: the master key keeps changing`);
  return found;
}

/**
 * Destroys keys and look-ups. PostgreSQL keeps the old version of a row on its page until autovacuum comes (for this
 * table within about a minute) and in its log until that is recycled: still wrapped, worth nothing without the
 * master key.
 */
export async function destroySubjects(client: PoolClient, subjectIds: readonly string[]): Promise<void> {
  // The rows are locked first, so that no look-up can be bound to the subject between the two statements.
  await client.query(
    `INSERT INTO vault.subject_keys (subject_id, destroyed_at)
     SELECT subject_id, clock_timestamp() FROM (SELECT DISTINCT unnest($1::text[]) AS subject_id ORDER BY 1)
     ON CONFLICT (subject_id) DO UPDATE
       SET wrapped_key = NULL, destroyed_at = coalesce(vault.subject_keys.destroyed_at, excluded.destroyed_at)`,
    [subjectIds],
  );
  await client.query('DELETE FROM vault.lookups WHERE subject_id = ANY ($1::text[])', [subjectIds]);
}
