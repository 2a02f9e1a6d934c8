import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { holdOf, isHolding } from '../../../aggregates/pegged-balance/state';
import { lastingRejection, rejection } from '../../../aggregates/rejection';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf, streamIdOf } from '../../handling/deterministic-ids';
import { historyOf, type ReadDeps, stateOf } from '../../handling/reading/read-stream';
import type { OpenedWithdrawal } from '../open-withdrawal';
import { type Promised, reservationIdOf } from '../reservation-stream';

/** Each earlier attempt was abandoned two minutes after its reservation, at the earliest. */
const MOST_ATTEMPTS = 10;

export interface WithdrawalAttempt {
  readonly withdrawId: string;
  /** A separate context, so that it finds only the events of this attempt. */
  readonly context: CommandContext;
  readonly opened: OpenedWithdrawal | null;
  readonly abandonedId: string | null;
}

/** The next attempt replaces an abandoned one, with its own ids. Refuses SERVICE_UNAVAILABLE after ten. */
export const findAttempt = async (
  eventStore: ReadDeps['eventStore'],
  context: CommandContext,
): Promise<WithdrawalAttempt> => {
  let abandonedId: string | null = null;
  for (let number = 0; number < MOST_ATTEMPTS; number += 1) {
    const own = attemptContextOf(context, number);
    const withdrawId = streamIdOf(own.commandId);
    // A fresh id was never used before.
    const [first] = context.isFresh === true ? [] : await historyOf(eventStore, withdrawal, withdrawId);
    if (first === undefined) return { withdrawId, context: own, opened: null, abandonedId };
    if (first.type === 'WithdrawalRequested') {
      return { withdrawId, context: own, opened: { withdrawal: first.data, position: first.position }, abandonedId };
    }
    abandonedId = withdrawId;
  }
  throw lastingRejection('SERVICE_UNAVAILABLE', 'No payment was made: use another Idempotency-Key');
};

const attemptContextOf = (context: CommandContext, number: number): CommandContext =>
  number === 0 ? context : continuing(context, commandIdOf('withdraw-again', context.commandId, `${number}`));

/** The reservation of an abandoned attempt would count against the next. Refuses SERVICE_UNAVAILABLE. */
export const mustBeGivenBack = async (deps: ReadDeps, promised: Promised): Promise<void> => {
  const state = await stateOf(deps.eventStore, peggedBalance, await reservationIdOf(deps, promised));
  const hold = holdOf(state, promised.withdrawId);
  if (hold !== undefined && isHolding(hold))
    throw rejection('SERVICE_UNAVAILABLE', 'The release of the first reservation is still pending');
};
