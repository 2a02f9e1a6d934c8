import type { Pool, PoolClient } from 'pg';

/** A subject's row: its wrapped key, or the mark that the key was destroyed. */
export type SubjectKey =
  | { readonly state: 'UNKNOWN' }
  | { readonly state: 'ERASED' }
  | { readonly state: 'PRESENT'; readonly wrapped: Buffer };

export async function readSubjectKey(pool: Pool, subjectId: string): Promise<SubjectKey> {
  const { rows } = await pool.query<{ wrapped_key: Buffer | null }>({
    name: 'vault-read-subject-key',
    text: 'SELECT wrapped_key FROM vault.subject_keys WHERE subject_id = $1',
    values: [subjectId],
  });
  const [row] = rows;
  if (row === undefined) return { state: 'UNKNOWN' };
  return row.wrapped_key === null ? { state: 'ERASED' } : { state: 'PRESENT', wrapped: row.wrapped_key };
}

/** Keeps this key unless the subject has one, or had one; answers the row that is there afterwards. */
export async function createSubjectKey(pool: Pool, subjectId: string, wrapped: Buffer): Promise<SubjectKey> {
  const insert = 'INSERT INTO vault.subject_keys (subject_id, wrapped_key) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await pool.query(insert, [subjectId, wrapped]);
  return readSubjectKey(pool, subjectId);
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
