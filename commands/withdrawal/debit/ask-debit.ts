import { streamNameOf } from '../../../aggregates/stream';
import type { RedemptionOutcome } from '../../../aggregates/withdrawal/commands';
import type { Sending, WithdrawalFacts } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import type { PeggedRedemption, Redemption } from '../../ports/providers/pegged-redemption';
import type { Result } from '../../ports/providers/result';
import type { RecordRedemptionDeps } from '../redemption/record-redemption';
import { askedRedemption, believedRedemption } from '../redemption/redemption-answer';
import { outcomeOf } from '../redemption/redemption-outcome';
import { callFor, orderOf } from '../redemption/send-redemption';

export interface HeardOfDebit {
  readonly said: Result<Redemption>;
  readonly answer: Result<Redemption>;
  /** Null: no definite answer. A refused or failed question proves nothing about the debit. */
  readonly outcome: RedemptionOutcome | null;
}

export const askDebit = async (
  deps: Pick<RecordRedemptionDeps, 'clock' | 'alert'>,
  facts: WithdrawalFacts,
  redemption: PeggedRedemption,
  sendings: readonly Sending[],
): Promise<HeardOfDebit> => {
  const order = orderOf(facts);
  const { redemptionKey } = order;
  const said = await askedRedemption(redemption.name, () => redemption.get(callFor(deps, facts), order, sendings));
  const stream = streamNameOf(withdrawal, facts.withdrawId);
  const answer = believedRedemption(deps.alert, { stream, redemption: redemption.name, redemptionKey }, said);
  return { said, answer, outcome: answer.ok ? outcomeOf(redemptionKey, answer) : null };
};
