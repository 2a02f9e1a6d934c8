import { rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import { askPayout, findOwedPayout } from '../owners/owners';

/**
 * Nothing is requested or sent from the answer on. True: it was not held before. Refuses NOT_FOUND, WRONG_STATE once the
 * payout has ended.
 */
export const holdPayout =
  (deps: HandleDeps) =>
  async (paymentId: string, context: CommandContext): Promise<boolean> => {
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
    const command = { type: 'HoldPayout', now: deps.clock.iso() } as const;
    return (await askPayout(deps, owed.stream, { context, command })).length > 0;
  };
