import type { Denial, Denials } from '../../../../../commands/ports/denials';

export type MemoryDenials = Denials & { readonly all: () => readonly Denial[] };

/** The denials of one process. */
export const createMemoryDenials = (): MemoryDenials => {
  const known = new Map<string, Denial>();
  const nameOf = ({ kind, subject }: Pick<Denial, 'kind' | 'subject'>): string => `${kind} ${subject}`;
  return {
    deny: async (denial) => {
      const before = known.get(nameOf(denial));
      if (before === undefined || before.revision < denial.revision) known.set(nameOf(denial), denial);
    },
    all: () => [...known.values()],
  };
};
