import { type FiscalSubject, isFiscal } from '../../aggregates/user/fiscal-subject';
import type { Clock, Iso } from '../../commands/ports/clock';
import type { IdleFiscalKey, IdlePage } from '../../commands/ports/fiscal-keys';

export interface MemoryUses {
  readonly note: (subjectId: string) => void;
  readonly idle: (page: IdlePage, isPresent: (subjectId: string) => boolean) => readonly IdleFiscalKey[];
}

export function createMemoryUses(clock: Clock): MemoryUses {
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
