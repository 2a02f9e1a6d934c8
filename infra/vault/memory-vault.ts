import type { Sealed } from '../../aggregates/sealed';
import { type FiscalSubject, isFiscal } from '../../aggregates/user/fiscal-subject';
import type { Clock, Iso } from '../../commands/ports/clock';
import type { IdleFiscalKey, IdlePage } from '../../commands/ports/fiscal-keys';
import type { Lookup } from '../../commands/ports/key-vault';
import { systemClock } from '../clock';
import type { Cipher } from './keys/cipher';
import { NOTHING_READ } from './lookups/lookups';
import { openValue, sealValue } from './sealed-values';
import { batchesOf, erasedFault, type RestorableVault, unknownFault } from './vault';

interface MemoryUses {
  readonly note: (subjectId: string) => void;
  readonly idle: (page: IdlePage, isPresent: (subjectId: string) => boolean) => readonly IdleFiscalKey[];
}

function createMemoryUses(clock: Clock): MemoryUses {
  const uses = new Map<FiscalSubject, Iso>();
  return {
    note: (subjectId) => {
      if (isFiscal(subjectId)) uses.set(subjectId, clock.iso());
    },
    idle: ({ before, after, most }, isPresent) =>
      [...uses]
        .map(([subjectId, lastSealedAt]) => ({ subjectId, lastSealedAt }))
        .filter(({ subjectId, lastSealedAt }) => lastSealedAt < before && subjectId > after && isPresent(subjectId))
        .sort((left, right) => (left.subjectId < right.subjectId ? -1 : 1))
        .slice(0, most),
  };
}

/** The subject's key, made on first use. Refuses (fault) an erased subject. */
const livingIn =
  (keys: Map<string, Buffer | null>, cipher: Cipher) =>
  (subjectId: string): Buffer => {
    const key = keys.get(subjectId) ?? (keys.has(subjectId) ? null : cipher.newKey(subjectId).key);
    if (key === null) throw erasedFault(subjectId);
    keys.set(subjectId, key);
    return key;
  };

export function createMemoryVault(cipher: Cipher, clock: Clock = systemClock): RestorableVault {
  const uses = createMemoryUses(clock);
  const keys = new Map<string, Buffer | null>();
  const lookups = new Map<string, { readonly owner: string; readonly revision: number }>();

  const living = livingIn(keys, cipher);
  const holder = (lookup: Lookup) => lookups.get(cipher.digest(lookup).toString('hex'))?.owner ?? null;
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
    find: async (lookup) => holder(lookup),
    findAll: async (all) => all.map(holder),
    erase: async (subjectId) => destroy(subjectId),
    destroyAgain: async (subjectIds) => {
      for (const batch of batchesOf(subjectIds)) batch.forEach(destroy);
    },
  };
}
