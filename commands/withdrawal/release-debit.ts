import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { WithdrawalFacts } from '../../aggregates/withdrawal/state';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import type { Alert } from '../alerts/kinds';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import type { PeggedRedemptions } from '../ports/pegged-redemption';
import { askedRedemption, believedRedemption } from './redemption-answer';
import { callFor, orderOf, withdrawalIn } from './send-redemption';

export interface ReleaseDebitDeps extends HandleDeps {
  readonly redemptions: Pick<PeggedRedemptions, 'named'>;
  readonly alert: Alert;
}

/**
 * After a loss: lets the debit of a withdrawal be sent that the log knows as not sent. Its redemption must answer, for
 * it finds by the same key what it was sent before. The payout stays held. False: no debit of this id is held.
 */
export const releaseDebit =
  (deps: ReleaseDebitDeps) =>
  async (withdrawId: string, context: CommandContext): Promise<boolean> => {
    const stream = streamNameOf(withdrawal, withdrawId);
    const state = await withdrawalIn(deps.eventStore, stream);
    if (state.status !== 'REDEEMING' || state.isDebitHeld !== true) return false;
    await mustAnswer(deps, stream, state.facts);
    const command = { type: 'ReleasePayout', hasAskedAll: true, now: deps.clock.iso() } as const;
    await handle(deps, withdrawal, { id: withdrawId, context, command });
    return true;
  };

const mustAnswer = async (deps: ReleaseDebitDeps, stream: string, facts: WithdrawalFacts): Promise<void> => {
  const redemption = deps.redemptions.named(facts.redemption, facts.mode);
  if (redemption === null) throw stays(`${facts.redemption} is not configured`);
  const order = orderOf(facts);
  const said = await askedRedemption(redemption.name, () => redemption.get(callFor(deps, facts), order, []));
  const question = { stream, redemption: redemption.name, redemptionKey: order.redemptionKey };
  const answer = believedRedemption(deps.alert, question, said);
  if (!answer.ok && answer.kind !== 'NOT_FOUND') throw stays(`${redemption.name} does not answer (${answer.kind})`);
};

const stays = (why: string) => rejection('WRONG_STATE', `${why}: the debit stays held`);
