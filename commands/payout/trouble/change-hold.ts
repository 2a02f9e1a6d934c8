import { rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import { askPayout, findOwedPayout } from '../owners/owners';

export interface ChangedHold {
  readonly stream: string;
  readonly changed: boolean;
}

type ChangeHold = (paymentId: string, context: CommandContext) => Promise<ChangedHold>;

const changeHold =
  (deps: HandleDeps, type: 'HoldPayout' | 'ReleasePayout'): ChangeHold =>
  async (paymentId, context) => {
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
    const { stream } = owed;
    const events = await askPayout(deps, stream, { context, command: { type, now: deps.clock.iso() } });
    return { stream, changed: events.length > 0 };
  };

/** Nothing is requested or sent from the answer on. Refuses NOT_FOUND, WRONG_STATE once the payout has ended. */
export const holdPayout = (deps: HandleDeps): ChangeHold => changeHold(deps, 'HoldPayout');

/** Goes on where it was held. Refuses NOT_FOUND. Repeatable. */
export const releasePayout = (deps: HandleDeps): ChangeHold => changeHold(deps, 'ReleasePayout');
