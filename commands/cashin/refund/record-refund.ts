import type { RefundOutcome } from '../../../aggregates/cashin/commands';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { KnownCashin } from '../../../aggregates/cashin/state';
import { commandIdOf } from '../../handling/deterministic-ids';
import { asked } from '../../payout/outcome/payout-answer';
import type { ChargeProvider, Refund } from '../../ports/providers/charge-provider';
import type { Result } from '../../ports/providers/result';
import { askCashin, type CashinDeps, type CashinStep, callFor } from '../cashin-step';
import { believedRefund, outcomeOfRefund } from './refund-answer';

export interface RefundEnd extends CashinStep {
  readonly state: Pick<KnownCashin, 'contradictions'>;
  readonly refundKey: string;
  readonly outcome: RefundOutcome;
  readonly dispatchedAt: string | null;
}

export const recordRefund =
  (deps: CashinDeps) =>
  async ({ state, refundKey, outcome, dispatchedAt, ...step }: RefundEnd): Promise<readonly CashinEvent[]> => {
    const { intentId, causeEventId } = step;
    const said = 'amountCents' in outcome ? outcome.amountCents : '';
    const words = [refundKey, causeEventId, outcome.kind, said, String(state.contradictions.length)];
    return askCashin(deps, step, {
      commandId: commandIdOf('record-refund', intentId, ...words),
      command: {
        ...{ type: 'RecordRefund', refundKey, outcome, dispatchedAt, now: deps.clock.iso() },
        attemptDelaysMs: deps.settings.payoutAttemptDelaysMs,
      },
    });
  };

export interface RefundQuestion extends CashinStep {
  readonly state: KnownCashin;
  readonly refundKey: string;
  readonly endToEndId: string;
  readonly provider: ChargeProvider;
}

/** Asks about a refund and records a definite outcome. A refused question refuses no refund. */
export const askRefund = async (
  deps: CashinDeps,
  { provider, ...question }: RefundQuestion,
): Promise<Result<Refund>> => {
  const { refundKey, endToEndId, state } = question;
  const { facts } = state;
  const refund = { idempotencyKey: refundKey, chargeKey: facts.intentId, endToEndId };
  const said = await asked(provider.name, () => provider.getRefund(callFor(deps, facts), refund));
  const answer = believedRefund({ ...deps, facts, refundKey }, said);
  const outcome = answer.ok ? outcomeOfRefund(answer) : null;
  if (outcome !== null) await recordRefund(deps)({ ...question, outcome, dispatchedAt: null });
  return answer;
};
