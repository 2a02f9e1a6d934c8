import type { Pool } from 'pg';
import type { Cipher } from './cipher';

/**
 * Throws when the vault was made with another master key. It would open nobody's data, find nobody again, and seal new
 * data that the other processes cannot open. Any key tells, since all are wrapped by the same one.
 */
export const checkMasterKey = async (pool: Pool, cipher: Cipher): Promise<void> => {
  const { rows } = await pool.query<{ subject_id: string; wrapped_key: Buffer }>(
    'SELECT subject_id, wrapped_key FROM vault.subject_keys WHERE wrapped_key IS NOT NULL LIMIT 1',
  );
  const [any] = rows;
  if (any === undefined) return;
  try {
    cipher.unwrap(any.subject_id, any.wrapped_key);
  } catch (error) {
    throw new Error(
      'MASTER_KEY, or without it secrets/master-key in DATA_DIR, is not the key that this database was made with; ' +
        'give the one that was in use',
      { cause: error },
    );
  }
};
