import type { Proposed } from '../../../commands/ports/event-store';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../commands/ports/providers/result';
import type { Random } from './random';

export type KnownOutcome = 'SETTLED' | 'REJECTED' | null;

/** What the ledger holds for certain of each attempt: from then on a provider that says otherwise must be disbelieved. */
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
 * What cannot be: of another key, in no state, of another amount, or the opposite of what was said for certain. Before
 * anything is certain a bank that calls a paid order refused is beyond help, so it does not say that here.
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
