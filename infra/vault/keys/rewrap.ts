import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../postgres/pool';
import { lookupKeyName } from '../lookups/lookup-keys';
import type { Cipher } from './cipher';
import { serviceKeyName } from './service-keys';
import { createWrapping } from './wrapping';

export interface RewrapProgress {
  readonly rewrapped: number;
  readonly total: number;
}

export interface RewrapResult {
  readonly keyId: string;
  readonly rewrapped: number;
}

/** Rows locked per transaction; claims and erasures wait for it. */
const BATCH = 200;

/** Every process must already have the first master key. Restartable: each row's id names its master key. */
export async function rewrapKeys(
  pool: Pool,
  cipher: Cipher,
  onProgress: (progress: RewrapProgress) => void = () => undefined,
): Promise<RewrapResult> {
  const [keyId] = cipher.keyIds;
  // A vault without look-up keys derives one from the previous master key, before that is replaced.
  await createWrapping(pool, cipher).lookupKeys();
  await pool.query('UPDATE vault.wrapping SET key_id = $1', [keyId]);
  await inTransaction(pool, async (client) => {
    await rewrapLookupKeys(client, cipher);
    await rewrapServiceKeys(client, cipher);
  });
  const total = await countLeft(pool, keyId);
  let rewrapped = 0;
  onProgress({ rewrapped, total });
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const batch = await inTransaction(pool, (client) => rewrapBatch(client, cipher, from));
    rewrapped += batch.count;
    after = batch.last;
    onProgress({ rewrapped, total });
  }
  return { keyId, rewrapped };
}

const LEFT = 'wrapped_key IS NOT NULL AND key_id IS DISTINCT FROM $1';

async function countLeft(pool: Pool, keyId: string): Promise<number> {
  const text = `SELECT count(*)::int AS left FROM vault.subject_keys WHERE ${LEFT}`;
  return (await pool.query<{ left: number }>(text, [keyId])).rows[0]!.left;
}

interface Row {
  readonly subject_id: string;
  readonly wrapped_key: Buffer;
  readonly key_id: string | null;
}

/** The rows after subject `from`, in the locking order of erasures. */
async function rewrapBatch(client: PoolClient, cipher: Cipher, from: string) {
  const [keyId] = cipher.keyIds;
  await mustBeCurrent(client, keyId);
  const { rows } = await client.query<Row>(
    `SELECT subject_id, wrapped_key, key_id FROM vault.subject_keys
      WHERE ${LEFT} AND subject_id > $2 ORDER BY subject_id LIMIT ${BATCH} FOR UPDATE`,
    [keyId, from],
  );
  await client.query(
    `UPDATE vault.subject_keys AS held SET wrapped_key = fresh.wrapped_key, key_id = $1
       FROM unnest($2::text[], $3::bytea[]) AS fresh (subject_id, wrapped_key)
      WHERE held.subject_id = fresh.subject_id`,
    [keyId, rows.map((row) => row.subject_id), rows.map((row) => rewrapped(cipher, row.subject_id, row))],
  );
  return { count: rows.length, last: rows.at(-1)?.subject_id ?? null };
}

/** Concurrent rewraps to different keys would undo each other for ever. */
async function mustBeCurrent(client: PoolClient, keyId: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM vault.wrapping WHERE key_id = $1 FOR SHARE', [keyId]);
  if (rowCount === 0) throw new Error('another process is rewrapping the vault with a different master key');
}

async function rewrapLookupKeys(client: PoolClient, cipher: Cipher): Promise<void> {
  const [keyId] = cipher.keyIds;
  const { rows } = await client.query<Omit<Row, 'subject_id'> & { readonly version: number }>(
    'SELECT version, wrapped_key, key_id FROM vault.lookup_keys WHERE key_id <> $1 FOR UPDATE',
    [keyId],
  );
  for (const row of rows) {
    const text = 'UPDATE vault.lookup_keys SET wrapped_key = $2, key_id = $3 WHERE version = $1';
    await client.query(text, [row.version, rewrapped(cipher, lookupKeyName(row.version), row), keyId]);
  }
}

async function rewrapServiceKeys(client: PoolClient, cipher: Cipher): Promise<void> {
  const [keyId] = cipher.keyIds;
  const { rows } = await client.query<Omit<Row, 'subject_id'> & { readonly name: string }>(
    'SELECT name, wrapped_key, key_id FROM vault.service_keys WHERE key_id <> $1 FOR UPDATE',
    [keyId],
  );
  for (const row of rows) {
    const text = 'UPDATE vault.service_keys SET wrapped_key = $2, key_id = $3 WHERE name = $1';
    await client.query(text, [row.name, rewrapped(cipher, serviceKeyName(row.name), row), keyId]);
  }
}

function rewrapped(cipher: Cipher, name: string, row: Omit<Row, 'subject_id'>): Buffer {
  const key = cipher.unwrap(name, { wrapped: row.wrapped_key, keyId: row.key_id });
  return cipher.wrap(name, key, cipher.keyIds[0]).wrapped;
}
