import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { holdOf, isHolding } from '../../../aggregates/pegged-balance/state';
import { lastingRejection, rejection } from '../../../aggregates/rejection';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf, streamIdOf } from '../../handling/deterministic-ids';
import { historyOf, type ReadDeps, stateOf } from '../../handling/reading/read-stream';
import type { OpenedWithdrawal } from '../open-withdrawal';
import { type Promised, reservationIdOf } from '../reservation-stream';

/** Each was given up two minutes after its promise, at the earliest. */
const MOST_ATTEMPTS = 10;

export interface WithdrawalAttempt {
  readonly withdrawId: string;
  /** Its own, so that it meets the events of no other attempt. */
  readonly context: CommandContext;
  /** What an earlier run of the request has begun; null when there is none. */
  readonly opened: OpenedWithdrawal | null;
  /** The withdrawal of the attempt before, which was abandoned; null for the first. */
  readonly abandonedId: string | null;
}

/**
 * Which attempt of a repeatable request goes on. One whose withdrawal was abandoned has done nothing and never will, so
 * the next takes its place, under ids of its own. Refuses SERVICE_UNAVAILABLE, for ever, after the tenth.
 */
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
  throw lastingRejection('SERVICE_UNAVAILABLE', 'Nothing was paid: ask under another Idempotency-Key');
};

const attemptContextOf = (context: CommandContext, number: number): CommandContext =>
  number === 0 ? context : continuing(context, commandIdOf('withdraw-again', context.commandId, `${number}`));

/** What an abandoned attempt was promised would be counted against the next. Refuses SERVICE_UNAVAILABLE. */
export const mustBeGivenBack = async (deps: ReadDeps, promised: Promised): Promise<void> => {
  const state = await stateOf(deps.eventStore, peggedBalance, await reservationIdOf(deps, promised));
  const hold = holdOf(state, promised.withdrawId);
  if (hold !== undefined && isHolding(hold))
    throw rejection('SERVICE_UNAVAILABLE', 'What was promised at first is still to be given back');
};
