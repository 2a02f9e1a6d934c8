import type { Proposed } from '../../../commands/ports/event-store';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../commands/ports/providers/result';
import type { Random } from './random';

export type KnownOutcome = 'SETTLED' | 'REJECTED' | null;

/** The certain outcomes in the ledger: after them the ledger must disbelieve a provider that reports another. */
export const knownOutcomes = () => {
  const known = new Map<string, KnownOutcome>();
  return {
    note: (events: readonly Proposed[]): void => {
      for (const { type, data } of events) {
        if (type === 'PayoutSettled') known.set(data.providerKey, 'SETTLED');
        if (type === 'PayoutRejected') known.set(data.providerKey, 'REJECTED');
      }
    },
    of: (providerKey: string): KnownOutcome => known.get(providerKey) ?? null,
  };
};

const FAILURE = { code: 'ACCOUNT_CLOSED', message: 'so it is not', retryClass: true } as const;

/**
 * An impossible answer: another key, no state, another amount, or the opposite of a certain outcome. Before any
 * certainty a bank that calls a paid order refused is beyond help, so this one does not.
 */
export const lieAbout = (random: Random, known: KnownOutcome, said: Payout): Result<Payout> => {
  const absurd: readonly Payout[] = [
    { ...said, idempotencyKey: 'another' },
    { ...said, state: 'LOST' as never },
    { ...said, amount: said.amount + 1n },
  ];
  const opposite: Readonly<Record<NonNullable<KnownOutcome>, readonly Payout[]>> = {
    SETTLED: [{ ...said, state: 'FAILED', failure: FAILURE }],
    REJECTED: [{ ...said, state: 'SETTLED', endToEndId: 'E0' }],
  };
  return { ok: true, value: random.pick([...absurd, ...(known === null ? [] : opposite[known])]) };
};
