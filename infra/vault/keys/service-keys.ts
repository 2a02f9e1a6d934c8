import type { Pool } from 'pg';
import type { Cipher } from './cipher';
import type { Wrapping } from './wrapping';

/**
 * readers: password of their role. receipts: links. callbacks: sealed callbacks. sandbox-kyc: simulated persons.
 * identities: digests of operators' e-mail addresses.
 */
export type ServiceKeyName = 'readers' | 'receipts' | 'callbacks' | 'sandbox-kyc' | 'identities';

export const serviceKeyName = (name: string): string => `service key ${name}`;

/** Stable: rewrapping and rotation do not change it. */
export const serviceKey = async (
  pool: Pool,
  { cipher, wrapping }: { readonly cipher: Cipher; readonly wrapping: Wrapping },
  name: ServiceKeyName,
): Promise<Buffer> => {
  const stored = await readServiceKey(pool, cipher, name);
  if (stored !== null) return stored;
  const keyId = await wrapping.current();
  const { wrapped } = cipher.newKey(serviceKeyName(name), keyId);
  const insert =
    'INSERT INTO vault.service_keys (name, wrapped_key, key_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  await pool.query(insert, [name, wrapped, keyId]);
  return (await readServiceKey(pool, cipher, name))!;
};

const readServiceKey = async (pool: Pool, cipher: Cipher, name: ServiceKeyName): Promise<Buffer | null> => {
  const { rows } = await pool.query<{ wrapped_key: Buffer; key_id: string }>(
    'SELECT wrapped_key, key_id FROM vault.service_keys WHERE name = $1',
    [name],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return cipher.unwrap(serviceKeyName(name), { wrapped: row.wrapped_key, keyId: row.key_id });
};
