import type { KeyVault, Lookup } from '../../../../../commands/ports/key-vault';

const textOf = ({ partnerId, mode, kind, value }: Lookup): string => JSON.stringify([partnerId, mode, kind, value]);

/**
 * Seals nothing, so that the same run writes the same events; an erased subject's values are destroyed all the same.
 */
export const createPlainVault = (): KeyVault => {
  const erased = new Set<string>();
  const owners = new Map<string, string>();
  const open: KeyVault['open'] = async ({ subjectId, box }) =>
    erased.has(subjectId) ? null : Buffer.from(box, 'base64').toString();
  return {
    seal: async (subjectId, plaintext) => {
      if (erased.has(subjectId)) throw new Error(`The subject ${subjectId} is erased`);
      return { sealed: 2, subjectId, box: Buffer.from(plaintext).toString('base64'), commitment: '' };
    },
    open,
    openAll: (sealed) => Promise.all(sealed.map(open)),
    claim: async (lookup, subjectId) => {
      const owner = owners.get(textOf(lookup)) ?? subjectId;
      owners.set(textOf(lookup), owner);
      return owner;
    },
    release: async (lookup, subjectId) => {
      if (owners.get(textOf(lookup)) === subjectId) owners.delete(textOf(lookup));
    },
    digest: async (lookup) => textOf(lookup),
    find: async (lookup) => owners.get(textOf(lookup)) ?? null,
    findAll: async (lookups) => lookups.map((lookup) => owners.get(textOf(lookup)) ?? null),
    erase: async (subjectId) => {
      erased.add(subjectId);
      for (const [lookup, owner] of owners) if (owner === subjectId) owners.delete(lookup);
    },
  };
};
