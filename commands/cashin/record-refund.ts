import type { RefundOutcome } from '../../aggregates/cashin/commands';
import type { CashinEvent } from '../../aggregates/cashin/events';
import type { KnownCashin } from '../../aggregates/cashin/state';
import { commandIdOf } from '../handling/deterministic-ids';
import { askCashin, type CashinDeps, type CashinStep } from './cashin-step';

export interface RefundEnd extends CashinStep {
  /** As it was before its provider was asked. */
  readonly state: Pick<KnownCashin, 'contradictions'>;
  readonly refundKey: string;
  readonly outcome: RefundOutcome;
  /** Dispatch time of the sending that this answers; null when the provider was asked what became of the key. */
  readonly dispatchedAt: string | null;
}

/** Answers and polls all end here; the first definitive outcome wins. */
export const recordRefund =
  (deps: CashinDeps) =>
  async ({ state, refundKey, outcome, dispatchedAt, ...step }: RefundEnd): Promise<readonly CashinEvent[]> => {
    const { intentId, causeEventId } = step;
    const said = 'amountCents' in outcome ? outcome.amountCents : '';
    // The same answer after a contradiction is decided anew, and tells of none again.
    const words = [refundKey, causeEventId, outcome.kind, said, String(state.contradictions.length)];
    return askCashin(deps, step, {
      commandId: commandIdOf('record-refund', intentId, ...words),
      command: {
        ...{ type: 'RecordRefund', refundKey, outcome, dispatchedAt, now: deps.clock.iso() },
        attemptDelaysMs: deps.settings.payoutAttemptDelaysMs,
      },
    });
  };
