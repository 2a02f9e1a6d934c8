import { cashin } from '../../aggregates/cashin/cashin';
import { streamNameOf } from '../../aggregates/stream';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import { askPayout, findOwedPayout } from '../payout/owners/owners';
import { withdrawalIn } from '../withdrawal/redemption/send-redemption';

export interface WithdrawWord {
  readonly paymentId: string;
  readonly by: string;
}

/** Withdraws what an operator has proposed about a payment. False: nothing is proposed. Refuses INTENT_NOT_FOUND. */
export const withdrawWord =
  (deps: HandleDeps) =>
  async ({ paymentId, by }: WithdrawWord, context: CommandContext): Promise<boolean> => {
    const command = { type: 'WithdrawProposal', by, now: deps.clock.iso() } as const;
    const stream = (await findOwedPayout(deps.eventStore, paymentId))?.stream ?? (await withdrawalOf(deps, paymentId));
    if (stream !== null) return (await askPayout(deps, stream, { context, command })).length > 0;
    return (await handle(deps, cashin, { id: paymentId, context, command })).events.length > 0;
  };

/** A withdrawal owes no payout before its debit, and none where the debit has failed. */
const withdrawalOf = async ({ eventStore }: HandleDeps, paymentId: string) => {
  const stream = streamNameOf(withdrawal, paymentId);
  return (await withdrawalIn(eventStore, stream)).status === 'NONE' ? null : stream;
};
