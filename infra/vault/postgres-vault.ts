import type { Pool } from 'pg';
import type { Sealed } from '../../aggregates/sealed';
import type { Clock } from '../../commands/ports/clock';
import { inTransaction } from '../postgres/pool';
import type { Cipher } from './cipher';
import { createKeyCache } from './key-cache';
import { claimLookup, findSubject } from './lookups';
import { createSubjectKey, destroySubjects, readSubjectKey } from './subject-keys';
import { batchesOf, erasedFault, type RestorableVault, unknownFault } from './vault';

const CACHED_KEYS = 1_000;

/** How long a process may still open what another process has erased; the process that erases forgets at once. */
export const KEY_TTL_MS = 1_000;

export interface PostgresVaultOptions {
  /** Of a database that has `infra/vault/vault.sql`. */
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly clock: Clock;
}

/** The key vault over PostgreSQL (design: domain, section 2). */
export function createPostgresVault({ pool, cipher, clock }: PostgresVaultOptions): RestorableVault {
  const cache = createKeyCache({ now: clock.now, maxKeys: CACHED_KEYS, ttlMs: KEY_TTL_MS });

  const destroy = async (subjectIds: readonly string[]): Promise<void> => {
    subjectIds.forEach(cache.erase);
    await inTransaction(pool, (client) => destroySubjects(client, subjectIds));
    // Once more: a reading that began before the commit may have ended since.
    subjectIds.forEach(cache.erase);
  };

  return {
    // Sealing asks the database every time: what is sealed under a destroyed key would be lost.
    seal: async (subjectId, plaintext) =>
      sealedWith(cipher, subjectId, plaintext, await sealingKey(pool, cipher, subjectId)),
    open: async ({ subjectId, box }) => {
      const cached = cache.get(subjectId);
      if (cached !== null) return cipher.open(cached, subjectId, box);
      const reading = cache.startReading();
      const found = await readSubjectKey(pool, subjectId);
      if (found.state === 'UNKNOWN') throw unknownFault(subjectId);
      if (found.state === 'ERASED') return null;
      const key = cipher.unwrap(subjectId, found.wrapped);
      const plaintext = cipher.open(key, subjectId, box);
      cache.put(subjectId, key, reading);
      return plaintext;
    },
    claim: async (lookup, subjectId) =>
      claimLookup(pool, cipher.digest(lookup), { id: subjectId, newKey: () => cipher.newKey(subjectId).wrapped }),
    find: async (lookup) => findSubject(pool, cipher.digest(lookup)),
    erase: async (subjectId) => destroy([subjectId]),
    destroyAgain: async (subjectIds) => {
      for (const batch of batchesOf(subjectIds)) await destroy(batch);
    },
  };
}

async function sealingKey(pool: Pool, cipher: Cipher, subjectId: string): Promise<Buffer> {
  const present = await readSubjectKey(pool, subjectId);
  const found =
    present.state === 'UNKNOWN' ? await createSubjectKey(pool, subjectId, cipher.newKey(subjectId).wrapped) : present;
  if (found.state !== 'PRESENT') throw erasedFault(subjectId);
  return cipher.unwrap(subjectId, found.wrapped);
}

const sealedWith = (cipher: Cipher, subjectId: string, plaintext: string, key: Buffer): Sealed => ({
  sealed: 1,
  subjectId,
  box: cipher.seal(key, subjectId, plaintext),
});
