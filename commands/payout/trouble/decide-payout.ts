import { isSent } from '../../../aggregates/payout/state';
import { rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import type { PayoutProvider, PayoutProviders } from '../../ports/payout-provider';
import { askPayout, findOwedPayout, type PlacedPayout } from '../owners/owners';
import type { RecordOutcomeDeps } from '../record-payout-outcome';
import { type Asking, askEverybody } from './ask-everybody';
import { askUnderKey } from './ask-under-key';

export interface DecidePayoutDeps extends RecordOutcomeDeps, Asking {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
}

export interface DecidePayout {
  readonly paymentId: string;
  /** The operator whose key asks. */
  readonly by: string;
  readonly mayPropose: boolean;
}

/** PROPOSED waits for another operator. */
export type Decision = 'PROPOSED' | 'DECIDED';

/**
 * Takes a payout whose outcome is unknown for not paid: by two operators, each after the provider was asked. Whatever it
 * knows of the order is definite. After a loss of the log every provider is asked, by every key. Refuses NOT_FOUND,
 * WRONG_STATE.
 */
export const decidePayout =
  (deps: DecidePayoutDeps) =>
  async ({ paymentId, by, mayPropose }: DecidePayout, context: CommandContext): Promise<Decision> => {
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
    const { payout, stream } = owed;
    if (!isSent(payout)) throw rejection('WRONG_STATE', 'The outcome of this payout is not unknown');
    const { providerKey } = payout;
    const provider = deps.payoutProviders.named(payout.provider, owed.mode);
    if (provider !== null) await mustKnowNothing(deps, context, { owed, providerKey, provider });
    if (payout.lostSince !== undefined) await mustKnowNoOther(deps, owed, payout.lostSince);
    const command = { type: 'DecidePayout', providerKey, by, mayPropose, now: deps.clock.iso() } as const;
    const events = await askPayout(deps, stream, { context, command });
    return events.some(({ type }) => type === 'PayoutDecided') ? 'DECIDED' : 'PROPOSED';
  };

/** A later attempt, which the log has lost, may have been paid. */
const mustKnowNoOther = async (deps: DecidePayoutDeps, owed: PlacedPayout, lostSince: string): Promise<void> => {
  const paid = (await askEverybody(deps, owed, lostSince)).find(({ state }) => state !== 'FAILED');
  if (paid === undefined) return;
  const { provider, attempt, state } = paid;
  throw rejection('WRONG_STATE', `${provider} knows attempt ${attempt} as ${state}: nothing is to be decided`);
};

interface Question {
  readonly owed: PlacedPayout;
  readonly providerKey: string;
  readonly provider: PayoutProvider;
}

/** What it says is recorded as by any other question; then the operator is refused. */
const mustKnowNothing = async (deps: DecidePayoutDeps, context: CommandContext, asking: Question): Promise<void> => {
  const { state } = await askUnderKey(deps, { ...asking, causeEventId: context.commandId });
  if (state === null) return;
  throw rejection('WRONG_STATE', `${asking.provider.name} knows this payout as ${state}: nothing is to be decided`);
};
