import type { Pool } from 'pg';
import type { Sealed } from '../../aggregates/sealed';
import type { KeyVault } from '../../commands/ports/key-vault';
import type { Cipher } from './cipher';
import type { KeyCache, Reading } from './key-cache';
import { readSubjectKey, readSubjectKeys, type SubjectKey, UNKNOWN } from './subject-keys';
import { unknownFault } from './vault';

export const createOpening = (pool: Pool, cipher: Cipher, cache: KeyCache): Pick<KeyVault, 'open' | 'openAll'> => {
  const openCached = ({ subjectId, box }: Sealed): string | null => {
    const key = cache.get(subjectId);
    return key === null ? null : cipher.open(key, subjectId, box);
  };
  const openRead = (found: SubjectKey, { subjectId, box }: Sealed, reading: Reading): string | null => {
    if (found.state === 'UNKNOWN') throw unknownFault(subjectId);
    if (found.state === 'ERASED') return null;
    const key = cipher.unwrap(subjectId, found.wrapped);
    const plaintext = cipher.open(key, subjectId, box);
    cache.put(subjectId, key, reading);
    return plaintext;
  };
  return {
    open: async (sealed) => {
      const cached = openCached(sealed);
      if (cached !== null) return cached;
      const reading = cache.startReading();
      return openRead(await readSubjectKey(pool, sealed.subjectId), sealed, reading);
    },
    openAll: async (sealed) => {
      const cached = sealed.map(openCached);
      const missing = new Set(sealed.flatMap(({ subjectId }, index) => (cached[index] === null ? [subjectId] : [])));
      const reading = cache.startReading();
      const keys = await readSubjectKeys(pool, [...missing]);
      return sealed.map((one, index) => cached[index] ?? openRead(keys.get(one.subjectId) ?? UNKNOWN, one, reading));
    },
  };
};
