import type { Outcome, RecordOutcome } from './commands';
import type { PayoutEvent } from './events';
import type { Owed } from './owed';
import { contradictionOf, notEnded, type PayoutState } from './state';

/** Recorded contradictions per payout that nothing has ended: an operator knows by then. */
export const MAXIMUM_CONTRADICTIONS = 20;

export const wasPaid = ({ outcome }: RecordOutcome): boolean =>
  outcome.kind === 'SETTLED' || outcome.kind === 'RETURNED';

/** Of an order that is open. */
export const settledForAnother = (amountCents: string): string => `settled for ${amountCents} cents`;

/** Records each contradiction once; a different one may be another payment. */
export const contradict = <Key extends object>(
  { key }: Owed<Key>,
  state: Pick<PayoutState, 'contradictions' | 'ended'>,
  { providerKey, outcome, now }: RecordOutcome,
  detail: string,
): readonly PayoutEvent<Key>[] => {
  if (state.contradictions.includes(contradictionOf(providerKey, detail))) return [];
  if (notEnded(state).length >= MAXIMUM_CONTRADICTIONS) return [];
  const settledNow = outcome.kind === 'SETTLED';
  return [{ type: 'PayoutContradicted', data: { ...key, providerKey, settledNow, detail, contradictedAt: now } }];
};

/** Of a payment that is told, with its amount; null: none is. */
const paymentIn = (outcome: Outcome): string | null => {
  if (outcome.kind === 'SETTLED') return `SETTLED ${outcome.amountCents}`;
  return outcome.kind === 'RETURNED' ? `RETURNED ${outcome.amountCents} of ${outcome.settlement.amountCents}` : null;
};

/** What operators decide against, as it stands in their decision. */
export const saidAgainst = (providerKey: string, outcome: Outcome): string | null => {
  const payment = paymentIn(outcome);
  return payment === null ? null : contradictionOf(providerKey, payment);
};

/** Operators have decided with this very word before them. */
export const wasKnown = ({ despite }: Pick<PayoutState, 'despite'>, providerKey: string, outcome: Outcome): boolean => {
  const said = saidAgainst(providerKey, outcome);
  return said !== null && despite?.includes(said) === true;
};
