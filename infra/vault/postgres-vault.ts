import type { Pool } from 'pg';
import { isFiscal } from '../../aggregates/user/fiscal-subject';
import type { Clock } from '../../commands/ports/clock';
import type { Lookup } from '../../commands/ports/key-vault';
import { inTransaction } from '../postgres/pool';
import { createFiscalNotes, idleFiscalKeys } from './fiscal-uses';
import type { Cipher } from './keys/cipher';
import { createKeyCache } from './keys/key-cache';
import { createSubjectKey, destroySubjects, subjectKeysTogether } from './keys/subject-keys';
import { createWrapping, type Wrapping } from './keys/wrapping';
import { type Digests, digestsOf } from './lookups/lookup-keys';
import { claimLookup, findSubject, findSubjects, OUTDATED, type Outdated, releaseLookup } from './lookups/lookups';
import { createOpening } from './opening';
import { sealValue } from './sealed-values';
import { batchesOf, erasedFault, type RestorableVault } from './vault';

const CACHED_KEYS = 1_000;

/** How long other processes may still open erased data; the erasing process drops it at once. */
export const KEY_TTL_MS = 1_000;

export interface PostgresVaultOptions {
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly clock: Clock;
}

export function createPostgresVault({ pool, cipher, clock }: PostgresVaultOptions): RestorableVault {
  const cache = createKeyCache({ now: clock.now, maxKeys: CACHED_KEYS, ttlMs: KEY_TTL_MS });
  const wrapping = createWrapping(pool, cipher);

  const readTogether = subjectKeysTogether(pool);
  const noteFiscalUse = createFiscalNotes(pool, clock);

  const sealingKey = async (subjectId: string): Promise<Buffer> => {
    const read = await readTogether(subjectId);
    const found = read.state === 'UNKNOWN' ? await createSubjectKey(pool, subjectId, { cipher, wrapping }) : read;
    if (found.state !== 'PRESENT') throw erasedFault(subjectId);
    return cipher.unwrap(subjectId, found.wrapped);
  };
  const askAll = askUnderKeys(cipher, wrapping);
  const underKeys = <Value>(lookup: Lookup, ask: (digests: Digests) => Promise<Value | Outdated>): Promise<Value> =>
    askAll([lookup], ([digests]) => ask(digests!));

  const destroy = async (subjectIds: readonly string[]): Promise<void> => {
    subjectIds.forEach(cache.erase);
    await inTransaction(pool, (client) => destroySubjects(client, subjectIds));
    // Repeated, because a read that began before the commit may have ended meanwhile.
    subjectIds.forEach(cache.erase);
  };

  return {
    // Not cached: data sealed under a destroyed key would be lost.
    seal: async (subjectId, plaintext) => {
      // Together, since a payout waits for both; a use without a key counts for nothing.
      const [key] = await Promise.all([sealingKey(subjectId), isFiscal(subjectId) ? noteFiscalUse(subjectId) : null]);
      return sealValue(key, subjectId, plaintext);
    },
    idleFiscalKeys: (page) => idleFiscalKeys(pool, page),
    ...createOpening({ pool, cipher, cache, readTogether }),
    claim: (lookup, subjectId, revision) => {
      const subject = { id: subjectId, ensureKey: () => sealingKey(subjectId) };
      return underKeys(lookup, (digests) => claimLookup(pool, digests, subject, revision));
    },
    release: async (lookup, subjectId, revision) => {
      await underKeys(lookup, (digests) => releaseLookup(pool, digests, subjectId, revision));
    },
    digest: async (lookup) => digestsOf(cipher, lookup, await wrapping.lookupKeys()).newest.toString('hex'),
    find: (lookup) => underKeys(lookup, (digests) => findSubject(pool, digests)),
    findAll: (lookups) => askAll(lookups, (digests) => findSubjects(pool, digests)),
    erase: async (subjectId) => destroy([subjectId]),
    destroyAgain: async (subjectIds) => {
      for (const batch of batchesOf(subjectIds)) await destroy(batch);
    },
  };
}

const ATTEMPTS = 5;

const askUnderKeys =
  (cipher: Cipher, wrapping: Wrapping) =>
  async <Value>(
    lookups: readonly Lookup[],
    ask: (digests: readonly Digests[]) => Promise<Value | Outdated>,
  ): Promise<Value> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const keys = await wrapping.lookupKeys();
      const answer = await ask(lookups.map((lookup) => digestsOf(cipher, lookup, keys)));
      if (answer !== OUTDATED) return answer;
      wrapping.forget();
    }
    throw new Error('the key of look-ups keeps changing');
  };
