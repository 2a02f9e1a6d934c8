import type { CreditSweeps, SweepState, SweptCredits } from '../../../../../commands/ports/credit-sweeps';

/** The sweeps of one process. */
export const createMemoryCreditSweeps = (): CreditSweeps => {
  const known = new Map<string, SweepState>();
  const keyOf = ({ partnerId, mode, provider }: SweptCredits): string => `${partnerId} ${mode} ${provider}`;
  return {
    read: async (swept) => known.get(keyOf(swept)) ?? null,
    save: async (swept, state) => void known.set(keyOf(swept), state),
  };
};
