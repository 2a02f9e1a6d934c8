import type { Outcome, RecordOutcome } from './commands';
import type { PayoutEvent } from './events';
import type { Owed } from './owed';
import { contradictionOf, notEnded, type PayoutState } from './state';

/** Limit of recorded contradictions per payout without an end: an operator knows by then. */
export const MAXIMUM_CONTRADICTIONS = 20;

export const wasPaid = ({ outcome }: RecordOutcome): boolean =>
  outcome.kind === 'SETTLED' || outcome.kind === 'RETURNED';

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

const paymentIn = (outcome: Outcome): string | null => {
  if (outcome.kind === 'SETTLED') return `SETTLED ${outcome.amountCents}`;
  return outcome.kind === 'RETURNED' ? `RETURNED ${outcome.amountCents} of ${outcome.settlement.amountCents}` : null;
};

/** A payment reported against the operators' decision, in the decision's notation; null without one. */
export const saidAgainst = (providerKey: string, outcome: Outcome): string | null => {
  const payment = paymentIn(outcome);
  return payment === null ? null : contradictionOf(providerKey, payment);
};

export const wasKnown = ({ despite }: Pick<PayoutState, 'despite'>, providerKey: string, outcome: Outcome): boolean => {
  const said = saidAgainst(providerKey, outcome);
  return said !== null && despite?.includes(said) === true;
};
