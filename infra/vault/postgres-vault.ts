import type { Pool } from 'pg';
import type { Sealed } from '../../aggregates/sealed';
import type { Clock } from '../../commands/ports/clock';
import type { Lookup } from '../../commands/ports/key-vault';
import { inTransaction } from '../postgres/pool';
import type { Cipher } from './cipher';
import { createKeyCache } from './key-cache';
import { claimLookup, findSubject, releaseLookup } from './lookups';
import { createOpening } from './opening';
import { destroySubjects, subjectKeyOf } from './subject-keys';
import { batchesOf, erasedFault, type RestorableVault } from './vault';
import { createWrapping } from './wrapping';

const CACHED_KEYS = 1_000;

/** How long a process may still open what another process has erased; the process that erases forgets at once. */
export const KEY_TTL_MS = 1_000;

export interface PostgresVaultOptions {
  /** Of a database that has `vault.sql`, `lookup-claims.sql` and `master-keys.sql` of this folder. */
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly clock: Clock;
}

/** The key vault over PostgreSQL (design: domain, section 2). */
export function createPostgresVault({ pool, cipher, clock }: PostgresVaultOptions): RestorableVault {
  const cache = createKeyCache({ now: clock.now, maxKeys: CACHED_KEYS, ttlMs: KEY_TTL_MS });
  const wrapping = createWrapping(pool, cipher);

  const sealingKey = async (subjectId: string): Promise<Buffer> => {
    const found = await subjectKeyOf(pool, subjectId, { cipher, wrapping });
    if (found.state !== 'PRESENT') throw erasedFault(subjectId);
    return cipher.unwrap(subjectId, found.wrapped);
  };
  const digestOf = async (lookup: Lookup): Promise<Buffer> => cipher.digest(lookup, await wrapping.lookupKey());

  const destroy = async (subjectIds: readonly string[]): Promise<void> => {
    subjectIds.forEach(cache.erase);
    await inTransaction(pool, (client) => destroySubjects(client, subjectIds));
    // Once more: a reading that began before the commit may have ended since.
    subjectIds.forEach(cache.erase);
  };

  return {
    // Sealing asks the database every time: what is sealed under a destroyed key would be lost.
    seal: async (subjectId, plaintext) => sealedWith(cipher, subjectId, plaintext, await sealingKey(subjectId)),
    ...createOpening(pool, cipher, cache),
    claim: async (lookup, subjectId, revision) => {
      const subject = { id: subjectId, ensureKey: () => sealingKey(subjectId) };
      return claimLookup(pool, await digestOf(lookup), subject, revision);
    },
    release: async (lookup, subjectId, revision) => releaseLookup(pool, await digestOf(lookup), subjectId, revision),
    find: async (lookup) => findSubject(pool, await digestOf(lookup)),
    erase: async (subjectId) => destroy([subjectId]),
    destroyAgain: async (subjectIds) => {
      for (const batch of batchesOf(subjectIds)) await destroy(batch);
    },
  };
}

const sealedWith = (cipher: Cipher, subjectId: string, plaintext: string, key: Buffer): Sealed => ({
  sealed: 1,
  subjectId,
  box: cipher.seal(key, subjectId, plaintext),
});
