import type { Pool } from 'pg';
import { establishLookupKeys, type LookupKeys } from '../lookups/lookup-keys';
import type { Cipher } from './cipher';

/** This process's cached view of the vault's keys. */
export interface Wrapping {
  readonly current: () => Promise<string>;
  /** Newest first; each rotation adds one. */
  readonly lookupKeys: () => Promise<LookupKeys>;
  /** Drops the cache: a rewrap or a rotation has begun. */
  readonly forget: () => void;
}

export function createWrapping(pool: Pool, cipher: Cipher): Wrapping {
  const current = remembered(() => establishWrapping(pool, cipher));
  const lookupKeys = remembered(async () => establishLookupKeys(pool, cipher, await current.ask()));
  return {
    current: current.ask,
    lookupKeys: lookupKeys.ask,
    forget: () => {
      current.forget();
      lookupKeys.forget();
    },
  };
}

const remembered = <Value>(ask: () => Promise<Value>) => {
  let answer: Promise<Value> | null = null;
  return {
    ask: (): Promise<Value> => {
      answer ??= ask().catch((error: unknown) => {
        answer = null;
        throw error;
      });
      return answer;
    },
    forget: () => {
      answer = null;
    },
  };
};

/** An older vault continues with its own key; an empty vault starts with our first key. */
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
