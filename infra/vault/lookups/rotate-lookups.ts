import type { Pool, PoolClient } from 'pg';
import type { Lookup } from '../../../commands/ports/key-vault';
import { inTransaction } from '../../postgres/pool';
import type { Cipher } from '../keys/cipher';
import { createWrapping, type Wrapping } from '../keys/wrapping';
import { digestsOf, type LookupKeys, lookupKeyName } from './lookup-keys';
import { moveLookup } from './lookups';

export interface RotationProgress {
  readonly read: number;
  readonly moved: number;
  readonly total: number;
}

export interface RotationResult {
  readonly version: number;
  readonly moved: number;
  /** Look-ups under an earlier key, which is kept; they move at their next use. */
  readonly left: number;
}

/** Concurrent rows, one transaction each, so that claims and erasures wait for one row only. */
const AT_ONCE = 8;
const TELL_EVERY = 200;

/** `lookups` lists the ones to move. Continues an unfinished rotation. All keys find look-ups; the newest binds. */
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

/** The row lock separates bindings before the new key from those after. */
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

/** Safe: earlier keys bind no look-ups, so an unused one stays unused. */
const destroyUnused = (pool: Pool): Promise<unknown> =>
  pool.query(
    `DELETE FROM vault.lookup_keys AS held
      WHERE version < (SELECT lookup_version FROM vault.wrapping)
        AND NOT EXISTS (SELECT FROM vault.lookups WHERE key_version = held.version)`,
  );
