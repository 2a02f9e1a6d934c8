import type { Pool } from 'pg';
import type { FiscalSubject } from '../../aggregates/user/fiscal-subject';
import type { Clock, Iso } from '../../commands/ports/clock';
import type { IdleFiscalKey, IdlePage } from '../../commands/ports/fiscal-keys';
import { createBoundedMap } from '../../commands/timing/bounded-map';

const NOTED_SUBJECTS = 10_000;

/** Keys are kept for years: a use noted within the last hour needs no second note. */
const NOTED_FOR_MS = 3_600_000;

/** Notes a use unless this process has just noted one of the same subject. */
export const createFiscalNotes = (pool: Pool, clock: Clock): ((subjectId: FiscalSubject) => Promise<void>) => {
  const notedAtMs = createBoundedMap<number>(NOTED_SUBJECTS);
  return async (subjectId) => {
    const nowMs = clock.now();
    if (Math.abs(nowMs - (notedAtMs.get(subjectId) ?? -Infinity)) < NOTED_FOR_MS) return;
    await noteFiscalUse(pool, subjectId, clock.iso());
    notedAtMs.set(subjectId, nowMs);
  };
};

/** The latest time counts, in any order of the processes. */
async function noteFiscalUse(pool: Pool, subjectId: FiscalSubject, at: Iso): Promise<void> {
  await pool.query({
    name: 'vault-note-fiscal-use',
    text: `INSERT INTO vault.fiscal_uses AS known (subject_id, last_sealed_at) VALUES ($1, $2)
      ON CONFLICT (subject_id) DO UPDATE SET last_sealed_at = greatest(known.last_sealed_at, excluded.last_sealed_at)`,
    values: [subjectId, at],
  });
}

/** In the order of their subjects; keys that are destroyed are absent. */
export async function idleFiscalKeys(pool: Pool, { before, after, most }: IdlePage): Promise<readonly IdleFiscalKey[]> {
  const { rows } = await pool.query<{ subject_id: FiscalSubject; last_sealed_at: Date }>(
    `SELECT subject_id, last_sealed_at FROM vault.fiscal_uses JOIN vault.subject_keys USING (subject_id)
      WHERE last_sealed_at < $1 AND subject_id > $2 COLLATE "C" AND wrapped_key IS NOT NULL
      ORDER BY subject_id COLLATE "C" LIMIT $3`,
    [before, after, most],
  );
  return rows.map((row) => ({ subjectId: row.subject_id, lastSealedAt: row.last_sealed_at.toISOString() }));
}
