import type { Pool } from 'pg';
import type { Cipher, Wrapped } from './cipher';

/** What the vault's database says about its keys, as this process knows it. */
export interface Wrapping {
  /** The id of the master key that wraps new keys. */
  readonly current: () => Promise<string>;
  /** Somebody has begun to rewrap: `current` asks again. */
  readonly forget: () => void;
  /** The key of look-ups; rewrapping changes its wrapping only. */
  readonly lookupKey: () => Promise<Buffer>;
}

const FIRST_LOOKUP_KEY = 1;

/** Bound to it as a subject's key is to the subject; no subject has such an id. */
export const lookupKeyName = (version: number): string => `look-up key ${version}`;

export function createWrapping(pool: Pool, cipher: Cipher): Wrapping {
  let current: Promise<string> | null = null;
  let lookupKey: Promise<Buffer> | null = null;
  const ask: Wrapping['current'] = () => {
    // A reading that failed is not remembered.
    current ??= establishWrapping(pool, cipher).catch((error: unknown) => {
      current = null;
      throw error;
    });
    return current;
  };
  return {
    current: ask,
    forget: () => {
      current = null;
    },
    lookupKey: () => {
      lookupKey ??= ask()
        .then((keyId) => establishLookupKey(pool, cipher, keyId))
        .catch((error: unknown) => {
          lookupKey = null;
          throw error;
        });
      return lookupKey;
    },
  };
}

/** A vault of before keys had ids goes on with the key that opens it, and an empty one begins with our first. */
async function establishWrapping(pool: Pool, cipher: Cipher): Promise<string> {
  const text = 'SELECT key_id FROM vault.wrapping';
  const { rows } = await pool.query<{ key_id: string }>(text);
  if (rows[0] !== undefined) return rows[0].key_id;
  const insert = 'INSERT INTO vault.wrapping (key_id) VALUES ($1) ON CONFLICT DO NOTHING';
  await pool.query(insert, [await firstKeyId(pool, cipher)]);
  return (await pool.query<{ key_id: string }>(text)).rows[0]!.key_id;
}

async function firstKeyId(pool: Pool, cipher: Cipher): Promise<string> {
  const { rows } = await pool.query<{ subject_id: string; wrapped_key: Buffer }>(
    'SELECT subject_id, wrapped_key FROM vault.subject_keys WHERE wrapped_key IS NOT NULL AND key_id IS NULL LIMIT 1',
  );
  const [row] = rows;
  if (row === undefined) return cipher.keyIds[0];
  return cipher.openerOf(row.subject_id, { wrapped: row.wrapped_key, keyId: null });
}

async function establishLookupKey(pool: Pool, cipher: Cipher, keyId: string): Promise<Buffer> {
  const name = lookupKeyName(FIRST_LOOKUP_KEY);
  const stored = await readLookupKey(pool);
  if (stored !== null) return cipher.unwrap(name, stored);
  const { wrapped } = cipher.wrap(name, cipher.derivedLookupKey(keyId), keyId);
  const insert =
    'INSERT INTO vault.lookup_keys (version, wrapped_key, key_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  await pool.query(insert, [FIRST_LOOKUP_KEY, wrapped, keyId]);
  return cipher.unwrap(name, (await readLookupKey(pool))!);
}

async function readLookupKey(pool: Pool): Promise<Wrapped | null> {
  const { rows } = await pool.query<{ wrapped_key: Buffer; key_id: string }>(
    'SELECT wrapped_key, key_id FROM vault.lookup_keys WHERE version = $1',
    [FIRST_LOOKUP_KEY],
  );
  const [row] = rows;
  return row === undefined ? null : { wrapped: row.wrapped_key, keyId: row.key_id };
}
