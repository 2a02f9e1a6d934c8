import type { Pool } from 'pg';
import type { Denials } from '../../commands/ports/denials';

/** The denials of all processes on one database. */
export const createPostgresDenials = (pool: Pool): Denials => ({
  deny: async ({ kind, subject, stream, revision, value }) => {
    const values = [kind, subject, stream, revision, value === null ? null : JSON.stringify(value)];
    await pool.query({ name: 'deny', text: DENY, values });
  },
});

/** Two who deny at once may come in any order: the later event stays. */
const DENY = `
INSERT INTO lastro.denials AS known (kind, subject, stream, revision, value) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (kind, subject)
  DO UPDATE SET stream = excluded.stream, revision = excluded.revision, value = excluded.value
  WHERE known.revision < excluded.revision`;
