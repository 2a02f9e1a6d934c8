import type { RecordOutcome } from './commands';
import type { PayoutEvent } from './events';
import type { Owed } from './owed';
import { contradictionOf, type PayoutState } from './state';

/** Recorded contradictions per payout: an operator knows by then. */
export const MAXIMUM_CONTRADICTIONS = 20;

export const wasPaid = ({ outcome }: RecordOutcome): boolean =>
  outcome.kind === 'SETTLED' || outcome.kind === 'RETURNED';

/** Records each contradiction once; a different one may be another payment. */
export const contradict = <Key extends object>(
  { key }: Owed<Key>,
  { contradictions }: Pick<PayoutState, 'contradictions'>,
  { providerKey, outcome, now }: RecordOutcome,
  detail: string,
): readonly PayoutEvent<Key>[] => {
  if (contradictions.includes(contradictionOf(providerKey, detail))) return [];
  if (contradictions.length >= MAXIMUM_CONTRADICTIONS) return [];
  const settledNow = outcome.kind === 'SETTLED';
  return [{ type: 'PayoutContradicted', data: { ...key, providerKey, settledNow, detail, contradictedAt: now } }];
};
