import { cashin } from '../../aggregates/cashin/cashin';
import { cashout } from '../../aggregates/cashout/cashout';
import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import { stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import { askPayout, findOwedPayout } from '../payout/owners/owners';
import { withdrawalIn } from '../withdrawal/redemption/send-redemption';

/** True: the hold is new. Refuses INTENT_NOT_FOUND, WRONG_STATE without an open payout. */
export const hold =
  (deps: HandleDeps) =>
  async (paymentId: string, context: CommandContext): Promise<boolean> => {
    const stream = (await findOwedPayout(deps.eventStore, paymentId))?.stream ?? (await debitOf(deps, paymentId));
    if (stream === null) return holdCashin(deps)(paymentId, null, context);
    const command = { type: 'HoldPayout', now: deps.clock.iso() } as const;
    return (await askPayout(deps, stream, { context, command })).length > 0;
  };

/** A withdrawal owes no payout before its debit. Null: only a cash-in may have the id. */
const debitOf = async ({ eventStore }: HandleDeps, paymentId: string) => {
  const stream = streamNameOf(withdrawal, paymentId);
  const { status } = await withdrawalIn(eventStore, stream);
  if (status === 'REDEEMING') return stream;
  if (status !== 'NONE' || (await stateOf(eventStore, cashout, paymentId)).status !== 'NONE')
    throw rejection('WRONG_STATE', 'The payment owes no payout: there is nothing to hold');
  return null;
};

/** `lostSince`: the first loss is kept. False: held already, or ended. Refuses INTENT_NOT_FOUND. Repeatable. */
export const holdCashin =
  (deps: HandleDeps) =>
  async (intentId: string, lostSince: string | null, context: CommandContext): Promise<boolean> => {
    const loss = lostSince === null ? {} : { lostSince };
    const { events } = await handle(deps, cashin, {
      id: intentId,
      context: continuing(context, commandIdOf('hold-cashin', intentId, context.commandId)),
      command: { type: 'HoldCashin', ...loss, now: deps.clock.iso() },
    });
    return events.length > 0;
  };
