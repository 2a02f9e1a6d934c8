import type { Pool } from 'pg';
import type { Denials } from '../../commands/ports/denials';

export const createPostgresDenials = (pool: Pool): Denials => ({
  deny: async ({ kind, subject, stream, revision, value }) => {
    const values = [kind, subject, stream, revision, value === null ? null : JSON.stringify(value)];
    await pool.query({ name: 'deny', text: DENY, values });
  },
});

/** Concurrent denials may arrive in any order: the highest revision wins. */
const DENY = `
INSERT INTO lastro.denials AS known (kind, subject, stream, revision, value) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (kind, subject)
  DO UPDATE SET stream = excluded.stream, revision = excluded.revision, value = excluded.value
  WHERE known.revision < excluded.revision`;
