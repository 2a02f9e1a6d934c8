import type { AcceptedLoss, LedgerIdentityEvent } from '../../../aggregates/ledger/events';
import { lastLossIn } from '../../../aggregates/ledger/last-loss';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import { openReturnOf } from '../../../aggregates/payout/returns';
import type { PayoutState } from '../../../aggregates/payout/state';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import type { HandleDeps } from '../../handling/request';
import { askPayout, type PlacedPayout } from '../../payout/owners/owners';

export const lastLoss = async ({ readStream }: Pick<HandleDeps['eventStore'], 'readStream'>) =>
  lastLossIn((await readStream(LEDGER_STREAM)) as unknown as readonly LedgerIdentityEvent[]);

/** A return in the lost time may have been resolved; the log lacks both until the provider reports it again. */
export const mayBeForgotten = (payout: PayoutState, loss: AcceptedLoss | null): boolean =>
  loss !== null &&
  payout.phase === 'SETTLED' &&
  openReturnOf(payout) !== null &&
  payout.dispatchedAt < loss.acceptedAt &&
  (payout.loss === undefined || payout.loss.since < loss.lostSince);

/** Holds the payment like the loss would. True: the hold is new. */
export const holdForgotten = async (
  deps: HandleDeps,
  { id, stream, payout }: PlacedPayout,
  context: CommandContext,
): Promise<boolean> => {
  const loss = await lastLoss(deps.eventStore);
  if (loss === null || !mayBeForgotten(payout, loss)) return false;
  const { lostSince } = loss;
  await askPayout(deps, stream, {
    context: continuing(context, commandIdOf('hold-forgotten', id, context.commandId)),
    command: { type: 'HoldPayout', lostSince, now: deps.clock.iso() },
  });
  return true;
};
