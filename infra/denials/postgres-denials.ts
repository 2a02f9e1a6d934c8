import type { Pool } from 'pg';
import type { Denials } from '../../commands/ports/denials';

/** The denials of all processes on one database. */
export const createPostgresDenials = (pool: Pool): Denials => ({
  deny: async ({ kind, subject, stream, revision }) => {
    await pool.query({ name: 'deny', text: DENY, values: [kind, subject, stream, revision] });
  },
});

/** Two who deny at once may come in any order: the later event stays. */
const DENY = `
INSERT INTO lastro.denials AS known (kind, subject, stream, revision) VALUES ($1, $2, $3, $4)
ON CONFLICT (kind, subject) DO UPDATE SET stream = excluded.stream, revision = excluded.revision
  WHERE known.revision < excluded.revision`;
