import type { Outcome, RecordOutcome } from './commands';
import { contradict } from './contradiction';
import type { PayoutEvent } from './events';
import type { Owed } from './owed';
import type { SettledPayout } from './state';

/** The provider reports the total returned so far: never less than before, nor more than was paid. */
export const recordReturn = <Key extends object>(
  owed: Owed<Key>,
  state: Pick<SettledPayout, 'paidCents' | 'returnedCents' | 'contradictions'>,
  command: RecordOutcome,
  { amountCents, settlement }: Extract<Outcome, { kind: 'RETURNED' }>,
): readonly PayoutEvent<Key>[] => {
  const { paidCents, returnedCents } = state;
  if (BigInt(settlement.amountCents) !== paidCents) {
    return contradict(owed, state, command, `settled for ${settlement.amountCents} cents, after ${paidCents}`);
  }
  const inAllCents = BigInt(amountCents);
  if (inAllCents <= 0n || inAllCents < returnedCents || inAllCents > paidCents) {
    const detail = `returned ${amountCents} cents in all, after ${returnedCents} of ${paidCents}`;
    return contradict(owed, state, command, detail);
  }
  if (inAllCents === returnedCents) return [];
  const newCents = (inAllCents - returnedCents).toString();
  const { providerKey, now } = command;
  return [{ type: 'PayoutReturned', data: { ...owed.key, providerKey, amountCents: newCents, returnedAt: now } }];
};
