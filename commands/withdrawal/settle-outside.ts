import { invalidField, rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import type { CommandContext } from '../handling/context';
import { redemptionKeyOf } from '../handling/deterministic-ids';
import { handleClaiming } from '../payout/trouble/claim-found-transfer';
import type { Decision } from '../payout/trouble/decide-payout';
import { TRANSFER } from '../payout/trouble/resolve-return';
import type { SignedOrders } from '../ports/signed-orders';
import { type AskDebitDeps, askDebitAgain } from './ask-debit-again';
import { isEnd } from './decide-redemption';
import { signedFor, withdrawalIn } from './send-redemption';

export interface SettleOutsideDeps extends AskDebitDeps {
  readonly signedOrders: SignedOrders;
}

export interface SettleOutside {
  readonly withdrawId: string;
  /** The transfer, or whatever else made good what was lost. */
  readonly settledBy: string;
  /** The operator whose key asks. */
  readonly by: string;
  readonly mayPropose: boolean;
}

/**
 * Records what made good a settled debit that is gone, and that we send no more: by two operators, each after the
 * redemption was asked. It moves nothing; what was held for it may be released. Refuses WITHDRAW_NOT_FOUND,
 * VALIDATION_ERROR, WRONG_STATE.
 */
export const settleOutside =
  (deps: SettleOutsideDeps) =>
  async ({ withdrawId, settledBy, by, mayPropose }: SettleOutside, context: CommandContext): Promise<Decision> => {
    if (!TRANSFER.test(settledBy)) throw invalidField('settledBy', 'the id of a transfer, of a case or of a document');
    const state = await withdrawalIn(deps.eventStore, streamNameOf(withdrawal, withdrawId));
    if (!('facts' in state)) throw rejection('WITHDRAW_NOT_FOUND', 'No such withdrawal');
    if ('payout' in state && (await askDebitAgain(deps)(withdrawId)).verdict === 'THERE')
      throw rejection('WRONG_STATE', `${state.facts.redemption} says that the debit is there: nothing is settled`);
    const command = {
      type: 'SettleOutside',
      redemptionKey: redemptionKeyOf(withdrawId),
      ...{ settledBy, by, mayPropose, now: deps.clock.iso() },
    } as const;
    const { events } = await handleClaiming(deps, {
      ...{ decider: withdrawal, request: { id: withdrawId, context, command }, isEnd, found: null },
      beforeEnd: () => deps.signedOrders.abandon(signedFor(withdrawId), null),
    });
    return events.some(isEnd) ? 'DECIDED' : 'PROPOSED';
  };
