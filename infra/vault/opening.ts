import type { Pool } from 'pg';
import type { Sealed } from '../../aggregates/sealed';
import type { KeyVault } from '../../commands/ports/key-vault';
import type { Cipher } from './keys/cipher';
import type { KeyCache, Reading } from './keys/key-cache';
import { readSubjectKeys, type SubjectKey, UNKNOWN } from './keys/subject-keys';
import { openValue } from './sealed-values';
import { unknownFault } from './vault';

export interface OpeningOptions {
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly cache: KeyCache;
  readonly readTogether: (subjectId: string) => Promise<SubjectKey>;
}

export const createOpening = ({
  pool,
  cipher,
  cache,
  readTogether,
}: OpeningOptions): Pick<KeyVault, 'open' | 'openAll'> => {
  const openCached = (sealed: Sealed): string | null => {
    const key = cache.get(sealed.subjectId);
    return key === null ? null : openValue(key, sealed);
  };
  const openRead = (found: SubjectKey, sealed: Sealed, reading: Reading): string | null => {
    const { subjectId } = sealed;
    if (found.state === 'UNKNOWN') throw unknownFault(subjectId);
    if (found.state === 'ERASED') return null;
    const key = cipher.unwrap(subjectId, found.wrapped);
    const plaintext = openValue(key, sealed);
    cache.put(subjectId, key, reading);
    return plaintext;
  };
  return {
    open: async (sealed) => {
      const cached = openCached(sealed);
      if (cached !== null) return cached;
      const reading = cache.startReading();
      return openRead(await readTogether(sealed.subjectId), sealed, reading);
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
