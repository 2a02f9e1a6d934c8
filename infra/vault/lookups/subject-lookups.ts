import type { Pool } from 'pg';
import type { Lookup } from '../../../commands/ports/key-vault';
import type { Cipher } from '../keys/cipher';
import { createWrapping } from '../keys/wrapping';
import { digestsOf } from './lookup-keys';

export interface SubjectLookups {
  /** By subject; subjects without look-ups are absent. */
  readonly lookupsOf: (subjectIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Digests under every key that may store a look-up, newest first. */
  readonly digestsOf: (lookup: Lookup) => Promise<readonly [string, ...string[]]>;
}

export const createSubjectLookups = (pool: Pool, cipher: Cipher): SubjectLookups => {
  const wrapping = createWrapping(pool, cipher);
  return {
    lookupsOf: async (subjectIds) => {
      // A rotation may have begun since the keys were read: digests are compared with these rows.
      wrapping.forget();
      const { rows } = await pool.query<{ subject_id: string; digests: readonly string[] }>(
        `SELECT subject_id, array_agg(encode(lookup_hmac, 'hex') ORDER BY lookup_hmac) AS digests
           FROM vault.lookups WHERE subject_id = ANY($1::text[]) GROUP BY subject_id`,
        [subjectIds],
      );
      return new Map(rows.map(({ subject_id: subjectId, digests }) => [subjectId, digests]));
    },
    digestsOf: async (lookup) => {
      const [newest, ...earlier] = digestsOf(cipher, lookup, await wrapping.lookupKeys()).all;
      return [newest!.toString('hex'), ...earlier.map((digest) => digest.toString('hex'))];
    },
  };
};
