import { cashin } from '../../../aggregates/cashin/cashin';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import { streamOfCashin } from '../cashin-step';

export interface HeldCashin {
  readonly stream: string;
  /** False when it was held already, or has ended. */
  readonly changed: boolean;
}

/**
 * After a loss of the log: nothing is sent of the cash-in, and it does not expire, until it is released. The first
 * `lostSince` is kept. One context may hold many. Refuses INTENT_NOT_FOUND. Repeatable.
 */
export const holdCashin =
  (deps: HandleDeps) =>
  async (intentId: string, lostSince: string, context: CommandContext): Promise<HeldCashin> => {
    const { events } = await handle(deps, cashin, {
      id: intentId,
      context: continuing(context, commandIdOf('hold-cashin', intentId, context.commandId)),
      command: { type: 'HoldCashin', lostSince, now: deps.clock.iso() },
    });
    return { stream: streamOfCashin(intentId), changed: events.length > 0 };
  };
