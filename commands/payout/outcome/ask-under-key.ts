import type { LedgerEvent } from '../../../aggregates/events';
import type { Outcome } from '../../../aggregates/payout/commands';
import type { Payout, PayoutProvider } from '../../ports/providers/payout-provider';
import type { Failure } from '../../ports/providers/result';
import { askedUnder, type PlacedPayout } from '../owners/owners';
import { asked, believed, isBreach, isUnapproved } from './payout-answer';
import { outcomeOf, pinOf } from './payout-outcome';
import { type RecordOutcomeDeps, recordPayoutOutcome } from './record-payout-outcome';

export interface UnderKey {
  readonly owed: PlacedPayout;
  readonly providerKey: string;
  readonly provider: PayoutProvider;
  readonly causeEventId: string;
  /** Given when the same cause asks repeatedly: the same contradiction alarms once. */
  readonly contradictions?: number;
}

export interface Heard {
  /** CONTRADICTORY: the adapter refused the answer. UNAPPROVED: the provider waits for approval. Null: no answer. */
  readonly state: Payout['state'] | 'CONTRADICTORY' | 'UNAPPROVED' | null;
  /** True when the provider has answered, even without knowing the order. */
  readonly isReached: boolean;
  readonly isBreach: boolean;
  readonly outcome: Outcome | null;
  readonly events: readonly LedgerEvent[];
}

const CALL_TIMEOUT_MS = 10_000;

const stateOf = (failure: Failure): Heard['state'] => {
  if (isBreach(failure)) return 'CONTRADICTORY';
  return isUnapproved(failure) ? 'UNAPPROVED' : null;
};

/** Asks once, in an operator's name; a believed answer is recorded like any other. */
export const askUnderKey = async (
  deps: RecordOutcomeDeps,
  { owed, providerKey, provider, causeEventId, contradictions }: UnderKey,
): Promise<Heard> => {
  const { stream, terms, partnerId, mode } = owed;
  const call = { requestId: providerKey, partnerId, mode, deadlineMs: deps.clock.now() + CALL_TIMEOUT_MS };
  const said = await asked(provider.name, () => provider.get(call, askedUnder(owed, providerKey)));
  const question = { provider: provider.name, providerKey, amountCents: BigInt(terms.amountCents) };
  const answer = believed(deps.alert, stream, question, said);
  const state = said.ok ? said.value.state : stateOf(said);
  const isReached = said.ok || state !== null || said.kind === 'NOT_FOUND';
  const heard = { state, isReached, isBreach: isBreach(answer) };
  const outcome = answer.ok ? outcomeOf(answer) : null;
  if (outcome === null) return { ...heard, outcome, events: [] };
  const since = contradictions === undefined ? {} : { contradictions };
  const found = { stream, providerKey, causeEventId, outcome, dispatchedAt: null, ...since, ...pinOf(answer) };
  return { ...heard, outcome, events: await recordPayoutOutcome(deps)(found) };
};
