import type { RecordOutcome } from './commands';
import type { PayoutEvent } from './events';
import type { Owed } from './owed';
import { contradictionOf, type PayoutState } from './state';

/** So many different contradictions of one payout are told; whoever reads them knows by then. */
export const MAXIMUM_CONTRADICTIONS = 20;

/** What was returned had been paid before. */
export const wasPaid = ({ outcome }: RecordOutcome): boolean =>
  outcome.kind === 'SETTLED' || outcome.kind === 'RETURNED';

/** Each contradiction is told once, and another one too: it may be another payment. */
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
