import type { Pool, PoolClient } from 'pg';
import { findTogether } from '../../../commands/timing/find-together';
import type { Cipher, Wrapped } from './cipher';
import type { Wrapping } from './wrapping';

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

/** Unknown subjects are absent. */
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

/** Values that are sealed or opened together read their keys together; each read begins after its request. */
export const subjectKeysTogether = (pool: Pool): ((subjectId: string) => Promise<SubjectKey>) => {
  const findAll = (subjectIds: readonly string[]) => readSubjectKeys(pool, subjectIds);
  const read = findTogether<string, SubjectKey>(findAll, { joinsFirst: true });
  return async (subjectId) => (await read(subjectId)) ?? UNKNOWN;
};

const keyOf = (row: SubjectRow | undefined): SubjectKey => {
  if (row === undefined) return UNKNOWN;
  if (row.wrapped_key === null) return { state: 'ERASED' };
  return { state: 'PRESENT', wrapped: { wrapped: row.wrapped_key, keyId: row.key_id } };
};

/** Writes only under the current master key; the row lock makes a rewrap wait. */
const INSERT = `INSERT INTO vault.subject_keys (subject_id, wrapped_key, key_id)
  SELECT $1, $2, $3 FROM vault.wrapping WHERE key_id = $3 FOR SHARE
  ON CONFLICT DO NOTHING`;

const ATTEMPTS = 5;

/** A key for a subject without one; another process may meanwhile make one, or erase the subject. */
export async function createSubjectKey(
  pool: Pool,
  subjectId: string,
  { cipher, wrapping }: { readonly cipher: Cipher; readonly wrapping: Wrapping },
): Promise<SubjectKey> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) wrapping.forget();
    const keyId = await wrapping.current();
    const { wrapped } = cipher.newKey(subjectId, keyId);
    const { rowCount } = await pool.query({
      name: 'vault-new-subject-key',
      text: INSERT,
      values: [subjectId, wrapped, keyId],
    });
    if (rowCount === 1) return { state: 'PRESENT', wrapped: { wrapped, keyId } };
    const found = await readSubjectKey(pool, subjectId);
    if (found.state !== 'UNKNOWN') return found;
  }
  throw new Error(`no key could be made for ${subjectId}: the master key keeps changing`);
}

/** Old row versions stay until autovacuum (a minute) and log recycling: useless without the master key. */
export async function destroySubjects(client: PoolClient, subjectIds: readonly string[]): Promise<void> {
  // Locks the rows first, so that no look-up can be bound between the two statements.
  await client.query(
    `INSERT INTO vault.subject_keys (subject_id, destroyed_at)
     SELECT subject_id, clock_timestamp() FROM (SELECT DISTINCT unnest($1::text[]) AS subject_id ORDER BY 1)
     ON CONFLICT (subject_id) DO UPDATE
       SET wrapped_key = NULL, destroyed_at = coalesce(vault.subject_keys.destroyed_at, excluded.destroyed_at)`,
    [subjectIds],
  );
  await client.query('DELETE FROM vault.lookups WHERE subject_id = ANY ($1::text[])', [subjectIds]);
}
