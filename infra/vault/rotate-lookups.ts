import type { Pool, PoolClient } from 'pg';
import type { Lookup } from '../../commands/ports/key-vault';
import { inTransaction } from '../postgres/pool';
import type { Cipher } from './cipher';
import { digestsOf, type LookupKeys, lookupKeyName } from './lookup-keys';
import { moveLookup } from './lookups';
import { createWrapping, type Wrapping } from './wrapping';

export interface RotationProgress {
  /** Of the ids and wallets that were given. */
  readonly read: number;
  /** Of those, how many were under an earlier key. */
  readonly moved: number;
  /** When it began. */
  readonly total: number;
}

export interface RotationResult {
  /** Of the key under which look-ups are kept now. */
  readonly version: number;
  readonly moved: number;
  /** Still under an earlier key, which stays for as long as there are any: they move when they are next used. */
  readonly left: number;
}

/** So many rows at once, each in a transaction of its own: no claim and no erasure waits for more than one of them. */
const AT_ONCE = 8;
const TELL_EVERY = 200;

/**
 * Makes a new key of look-ups and keeps under it what is bound by the earlier ones, as far as `lookups` says by what
 * (only a hash of that is stored). While an earlier key is left no further one is made: begun again, it goes on. Both
 * find what they have bound meanwhile; new look-ups are bound by the new one alone.
 */
export async function rotateLookups(
  { pool, cipher }: { readonly pool: Pool; readonly cipher: Cipher },
  lookups: () => AsyncIterable<Lookup>,
  onProgress: (progress: RotationProgress) => void = () => undefined,
): Promise<RotationResult> {
  const wrapping = createWrapping(pool, cipher);
  await beginRotation(pool, cipher, wrapping);
  const keys = await wrapping.lookupKeys();
  const version = keys[0].version;
  const total = await countLeft(pool, version);
  const moved = total === 0 ? 0 : await moveAll({ pool, cipher, keys, total }, lookups(), onProgress);
  const left = await countLeft(pool, version);
  await destroyUnused(pool);
  return { version, moved, left };
}

interface Move {
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly keys: LookupKeys;
  readonly total: number;
}

async function moveAll(
  { pool, cipher, keys, total }: Move,
  lookups: AsyncIterable<Lookup>,
  onProgress: (progress: RotationProgress) => void,
): Promise<number> {
  let [read, moved] = [0, 0];
  let batch: Lookup[] = [];
  const flush = async (): Promise<void> => {
    const answers = await Promise.all(batch.map((lookup) => moveLookup(pool, digestsOf(cipher, lookup, keys))));
    moved += answers.filter(Boolean).length;
    read += batch.length;
    batch = [];
    if (read % TELL_EVERY === 0) onProgress({ read, moved, total });
  };
  onProgress({ read, moved, total });
  for await (const lookup of lookups) {
    batch.push(lookup);
    if (batch.length === AT_ONCE) await flush();
  }
  await flush();
  onProgress({ read, moved, total });
  return moved;
}

/** Whoever binds a look-up is done before the new key is there, or begins after. */
async function beginRotation(pool: Pool, cipher: Cipher, wrapping: Wrapping): Promise<void> {
  await wrapping.lookupKeys();
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ key_id: string; lookup_version: number }>(
      'SELECT key_id, lookup_version FROM vault.wrapping FOR UPDATE',
    );
    const { key_id: keyId, lookup_version: before } = rows[0]!;
    if (await hasEarlier(client, before)) return;
    const version = before + 1;
    const insert = 'INSERT INTO vault.lookup_keys (version, wrapped_key, key_id) VALUES ($1, $2, $3)';
    await client.query(insert, [version, cipher.newKey(lookupKeyName(version), keyId).wrapped, keyId]);
    await client.query('UPDATE vault.wrapping SET lookup_version = $1', [version]);
  });
  wrapping.forget();
}

const hasEarlier = async (client: PoolClient, version: number): Promise<boolean> =>
  (await client.query('SELECT 1 FROM vault.lookup_keys WHERE version < $1', [version])).rowCount !== 0;

async function countLeft(pool: Pool, version: number): Promise<number> {
  const text = 'SELECT count(*)::int AS left FROM vault.lookups WHERE key_version < $1';
  return (await pool.query<{ left: number }>(text, [version])).rows[0]!.left;
}

/** Nothing is bound by an earlier key any more, so that one by which nothing is bound stays so. */
const destroyUnused = (pool: Pool): Promise<unknown> =>
  pool.query(
    `DELETE FROM vault.lookup_keys AS held
      WHERE version < (SELECT lookup_version FROM vault.wrapping)
        AND NOT EXISTS (SELECT FROM vault.lookups WHERE key_version = held.version)`,
  );
