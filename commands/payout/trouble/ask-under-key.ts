import type { LedgerEvent } from '../../../aggregates/events';
import type { Outcome } from '../../../aggregates/payout/commands';
import type { Payout, PayoutProvider } from '../../ports/payout-provider';
import type { CallContext, Result } from '../../ports/result';
import type { PlacedPayout } from '../owners/owners';
import { asked, believed, isBreach } from '../payout-answer';
import { outcomeOf, pinOf } from '../payout-outcome';
import { type RecordOutcomeDeps, recordPayoutOutcome } from '../record-payout-outcome';

export interface UnderKey {
  readonly owed: PlacedPayout;
  readonly providerKey: string;
  readonly provider: PayoutProvider;
  readonly causeEventId: string;
  /** Of an order that is asked about again and again for one cause: what it tells twice is told to a person once. */
  readonly contradictions?: number;
}

export interface Heard {
  /**
   * As the provider says, also in an answer that cannot be: a contradictory one is an answer. CONTRADICTORY: its adapter
   * keeps it to itself. Null: it says nothing.
   */
  readonly state: Payout['state'] | 'CONTRADICTORY' | null;
  /** The answer cannot be, so that what it says of the order is not known. */
  readonly isBreach: boolean;
  /** What is believed of it; null: nothing, or nothing definite. */
  readonly outcome: Outcome | null;
  /** What came of it. */
  readonly events: readonly LedgerEvent[];
}

const CALL_TIMEOUT_MS = 10_000;

/** Asks once, before an operator acts; what is believed is recorded as by any other question. */
export const askUnderKey = async (
  deps: RecordOutcomeDeps,
  { owed, providerKey, provider, causeEventId, contradictions }: UnderKey,
): Promise<Heard> => {
  const { stream, terms, partnerId, mode } = owed;
  const deadlineMs = deps.clock.now() + CALL_TIMEOUT_MS;
  const call: CallContext = { requestId: providerKey, partnerId, mode, deadlineMs };
  const question = { provider: provider.name, providerKey, amountCents: BigInt(terms.amountCents) };
  const said = await asked(provider.name, () => provider.get(call, providerKey));
  const answer = believed(deps.alert, stream, question, said);
  const heard = { state: stateIn(said), isBreach: isBreach(answer) };
  const outcome = answer.ok ? outcomeOf(answer) : null;
  if (outcome === null) return { ...heard, outcome, events: [] };
  const since = contradictions === undefined ? {} : { contradictions };
  const found = { stream, providerKey, causeEventId, outcome, dispatchedAt: null, ...since, ...pinOf(answer) };
  return { ...heard, outcome, events: await recordPayoutOutcome(deps)(found) };
};

const stateIn = (said: Result<Payout>): Heard['state'] => {
  if (said.ok) return said.value.state;
  return isBreach(said) ? 'CONTRADICTORY' : null;
};
