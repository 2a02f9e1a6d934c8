import { isSent } from '../../../aggregates/payout/state';
import { rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import type { PayoutProvider, PayoutProviders } from '../../ports/payout-provider';
import type { CallContext } from '../../ports/result';
import { askPayout, findOwedPayout, type PlacedPayout } from '../owners/owners';
import { asked, believed } from '../payout-answer';
import { outcomeOf, pinOf } from '../payout-outcome';
import { type RecordOutcomeDeps, recordPayoutOutcome } from '../record-payout-outcome';

export interface DecidePayoutDeps extends RecordOutcomeDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
}

export interface DecidePayout {
  readonly paymentId: string;
  /** The operator whose key asks. */
  readonly by: string;
}

/** PROPOSED waits for another operator. */
export type Decision = 'PROPOSED' | 'DECIDED';

const CALL_TIMEOUT_MS = 10_000;

/**
 * Takes a payout whose outcome is unknown for not paid: by two operators, each after the provider was asked. Whatever it
 * knows of the order is definite. Refuses NOT_FOUND, WRONG_STATE.
 */
export const decidePayout =
  (deps: DecidePayoutDeps) =>
  async ({ paymentId, by }: DecidePayout, context: CommandContext): Promise<Decision> => {
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
    const { payout, stream } = owed;
    if (!isSent(payout)) throw rejection('WRONG_STATE', 'The outcome of this payout is not unknown');
    const { providerKey } = payout;
    const provider = deps.payoutProviders.named(payout.provider, owed.mode);
    if (provider !== null) await mustKnowNothing(deps, context, { owed, providerKey, provider });
    const command = { type: 'DecidePayout', providerKey, by, now: deps.clock.iso() } as const;
    const events = await askPayout(deps, stream, { context, command });
    return events.some(({ type }) => type === 'PayoutDecided') ? 'DECIDED' : 'PROPOSED';
  };

interface Asking {
  readonly owed: PlacedPayout;
  readonly providerKey: string;
  readonly provider: PayoutProvider;
}

/** What it says is recorded as by any other question; then the operator is refused. */
const mustKnowNothing = async (
  deps: DecidePayoutDeps,
  context: CommandContext,
  { owed, providerKey, provider }: Asking,
): Promise<void> => {
  const { stream, terms, partnerId, mode } = owed;
  const deadlineMs = deps.clock.now() + CALL_TIMEOUT_MS;
  const call: CallContext = { requestId: providerKey, partnerId, mode, deadlineMs };
  const question = { provider: provider.name, providerKey, amountCents: BigInt(terms.amountCents) };
  const said = await asked(provider.name, () => provider.get(call, providerKey));
  const answer = believed(deps.alert, stream, question, said);
  // A contradictory answer is an answer.
  if (!said.ok) return;
  const outcome = answer.ok ? outcomeOf(answer) : null;
  const { commandId: causeEventId } = context;
  if (outcome !== null) {
    await recordPayoutOutcome(deps)({
      stream,
      providerKey,
      causeEventId,
      outcome,
      dispatchedAt: null,
      ...pinOf(answer),
    });
  }
  throw rejection('WRONG_STATE', `${provider.name} knows this payout as ${said.value.state}: nothing is to be decided`);
};
