import type { Sealed } from '../../aggregates/sealed';
import type { Clock } from '../../commands/ports/clock';
import { systemClock } from '../clock';
import type { Cipher } from './keys/cipher';
import { NOTHING_READ } from './lookups/lookups';
import { createMemoryUses } from './memory-uses';
import { openValue, sealValue } from './sealed-values';
import { batchesOf, erasedFault, type RestorableVault, unknownFault } from './vault';

export function createMemoryVault(cipher: Cipher, clock: Clock = systemClock): RestorableVault {
  const uses = createMemoryUses(clock);
  /** Null once destroyed. */
  const keys = new Map<string, Buffer | null>();
  const lookups = new Map<string, { readonly owner: string; readonly revision: number }>();

  const living = (subjectId: string): Buffer => {
    const key = keys.get(subjectId) ?? (keys.has(subjectId) ? null : cipher.newKey(subjectId).key);
    if (key === null) throw erasedFault(subjectId);
    keys.set(subjectId, key);
    return key;
  };
  const destroy = (subjectId: string) => {
    keys.set(subjectId, null);
    for (const [digest, { owner }] of lookups) if (owner === subjectId) lookups.delete(digest);
  };
  const open = (sealed: Sealed): string | null => {
    const key = keys.get(sealed.subjectId);
    if (key === undefined) throw unknownFault(sealed.subjectId);
    return key === null ? null : openValue(key, sealed);
  };

  return {
    seal: async (subjectId, plaintext) => {
      uses.note(subjectId);
      return sealValue(living(subjectId), subjectId, plaintext);
    },
    idleFiscalKeys: async (page) => uses.idle(page, (subjectId) => keys.get(subjectId) !== null),
    open: async (sealed) => open(sealed),
    openAll: async (sealed) => sealed.map(open),
    claim: async (lookup, subjectId, revision = NOTHING_READ) => {
      const digest = cipher.digest(lookup).toString('hex');
      const bound = lookups.get(digest);
      if (bound !== undefined && bound.owner !== subjectId) return bound.owner;
      living(subjectId);
      lookups.set(digest, { owner: subjectId, revision: Math.max(revision, bound?.revision ?? NOTHING_READ) });
      return subjectId;
    },
    release: async (lookup, subjectId, revision) => {
      const digest = cipher.digest(lookup).toString('hex');
      const bound = lookups.get(digest);
      if (bound?.owner === subjectId && bound.revision < revision) lookups.delete(digest);
    },
    digest: async (lookup) => cipher.digest(lookup).toString('hex'),
    find: async (lookup) => lookups.get(cipher.digest(lookup).toString('hex'))?.owner ?? null,
    erase: async (subjectId) => destroy(subjectId),
    destroyAgain: async (subjectIds) => {
      for (const batch of batchesOf(subjectIds)) batch.forEach(destroy);
    },
  };
}
