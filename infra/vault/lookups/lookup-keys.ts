import type { Pool } from 'pg';
import type { Lookup } from '../../../commands/ports/key-vault';
import type { Cipher, Wrapped } from '../keys/cipher';

export interface LookupKey {
  readonly version: number;
  readonly key: Buffer;
}

/** Newest first: the newest stores look-ups; earlier keys still find the look-ups that have not moved. */
export type LookupKeys = readonly [LookupKey, ...LookupKey[]];

export interface Digests {
  readonly version: number;
  readonly newest: Buffer;
  readonly all: readonly Buffer[];
}

const FIRST_VERSION = 1;

/** The associated data; never a subject's id. */
export const lookupKeyName = (version: number): string => `look-up key ${version}`;

export const digestsOf = (cipher: Cipher, lookup: Lookup, keys: LookupKeys): Digests => {
  const [{ version }] = keys;
  const [newest, ...earlier] = keys.map(({ key }) => cipher.digest(lookup, key));
  return { version, newest: newest!, all: [newest!, ...earlier] };
};

/** The stored look-up keys; without any, the one derived from master key `keyId`. */
export const establishLookupKeys = async (pool: Pool, cipher: Cipher, keyId: string): Promise<LookupKeys> => {
  const stored = await readLookupKeys(pool, cipher);
  if (stored !== null) return stored;
  const { wrapped } = cipher.wrap(lookupKeyName(FIRST_VERSION), cipher.derivedLookupKey(keyId), keyId);
  const insert =
    'INSERT INTO vault.lookup_keys (version, wrapped_key, key_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  await pool.query(insert, [FIRST_VERSION, wrapped, keyId]);
  return (await readLookupKeys(pool, cipher))!;
};

const readLookupKeys = async (pool: Pool, cipher: Cipher): Promise<LookupKeys | null> => {
  const { rows } = await pool.query<{ version: number; wrapped_key: Buffer; key_id: string }>(
    'SELECT version, wrapped_key, key_id FROM vault.lookup_keys ORDER BY version DESC',
  );
  const [newest, ...earlier] = rows.map(({ version, wrapped_key: wrapped, key_id: keyId }): LookupKey => {
    const held: Wrapped = { wrapped, keyId };
    return { version, key: cipher.unwrap(lookupKeyName(version), held) };
  });
  return newest === undefined ? null : [newest, ...earlier];
};
