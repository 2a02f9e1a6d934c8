import type { Pool } from 'pg';
import { lookupKeyName } from '../lookups/lookup-keys';
import type { Cipher, Wrapped } from './cipher';
import { serviceKeyName } from './service-keys';

interface NamedKey extends Wrapped {
  readonly name: string;
}

interface Row {
  readonly name: string;
  readonly wrapped_key: Buffer;
  readonly key_id: string | null;
}

/** Throws an error that names the key id when the master key of a wrapped key is missing. Tries one key per id. */
export const checkMasterKey = async (pool: Pool, cipher: Cipher): Promise<void> => {
  for (const { name, ...wrapped } of [
    ...(await oneOfEveryId(pool)),
    ...(await lookupKeys(pool)),
    ...(await serviceKeys(pool)),
  ]) {
    try {
      cipher.unwrap(name, wrapped);
    } catch (error) {
      throw wrongKey(wrapped.keyId, cipher, error);
    }
  }
  const { rows } = await pool.query<{ key_id: string }>('SELECT key_id FROM vault.wrapping');
  for (const { key_id: id } of rows) if (!cipher.keyIds.includes(id)) throw wrongKey(id, cipher, undefined);
};

const wrongKey = (keyId: string | null, { keyIds }: Cipher, cause: unknown): Error =>
  new Error(
    `MASTER_KEY, or without it secrets/master-key in DATA_DIR (${keyIds.join(', ')}), is not the key that this ` +
      `database was made with, or lacks it: it needs the key ${keyId ?? 'that was its first'}; give the one that ` +
      'was in use, after the new one and a comma while keys are rewrapped',
    { cause },
  );

/** Few ids, many rows: each id takes one step in the index. */
const oneOfEveryId = async (pool: Pool): Promise<readonly NamedKey[]> => {
  const columns =
    'SELECT subject_id AS name, wrapped_key, key_id FROM vault.subject_keys WHERE wrapped_key IS NOT NULL';
  const found: NamedKey[] = [];
  let { rows } = await pool.query<Row>(`${columns} AND key_id IS NULL LIMIT 1`);
  for (let last = ''; ; last = rows[0]!.key_id!) {
    found.push(...rows.map(keyOf));
    ({ rows } = await pool.query<Row>(`${columns} AND key_id > $1 ORDER BY key_id LIMIT 1`, [last]));
    if (rows.length === 0) return found;
  }
};

const lookupKeys = async (pool: Pool): Promise<readonly NamedKey[]> => {
  const { rows } = await pool.query<Omit<Row, 'name'> & { readonly version: number }>(
    'SELECT version, wrapped_key, key_id FROM vault.lookup_keys ORDER BY version',
  );
  return rows.map(({ version, ...row }) => keyOf({ name: lookupKeyName(version), ...row }));
};

const serviceKeys = async (pool: Pool): Promise<readonly NamedKey[]> => {
  const { rows } = await pool.query<Row>('SELECT name, wrapped_key, key_id FROM vault.service_keys');
  return rows.map((row) => keyOf({ ...row, name: serviceKeyName(row.name) }));
};

const keyOf = (row: Row): NamedKey => ({ name: row.name, wrapped: row.wrapped_key, keyId: row.key_id });
