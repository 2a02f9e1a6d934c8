import { cashin } from '../../aggregates/cashin/cashin';
import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import { stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';
import type { ReportedDispute } from '../ports/providers/charge-provider';
import type { DisputeDecision, SandboxControls } from '../ports/sandbox-controls';

export interface DecideDisputeDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly sandboxControls: Pick<SandboxControls, 'decideDispute'>;
}

export interface DecideDispute {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly intentId: string;
  readonly decision: DisputeDecision;
}

/**
 * Decides the dispute of a cash-in's PIX at the simulated bank; null when no intent of the caller has this id. Writes no
 * event: the intent follows when the provider is asked. Refuses WRONG_STATE.
 */
export const decideDispute =
  (deps: DecideDisputeDeps) =>
  async ({ partnerId, mode, intentId, decision }: DecideDispute): Promise<ReportedDispute | null> => {
    const state = await stateOf(deps.eventStore, cashin, intentId);
    if (state.status === 'NONE' || state.facts.partnerId !== partnerId || state.facts.mode !== mode) return null;
    const charge = await deps.sandboxControls.decideDispute({ partnerId, idempotencyKey: intentId }, decision);
    if (charge === null) throw rejection('WRONG_STATE', 'The provider has no such charge');
    const [dispute] = charge.disputes;
    if (dispute === undefined) throw rejection('WRONG_STATE', 'Nobody disputes its PIX');
    if (dispute.state !== decision) throw rejection('WRONG_STATE', `The dispute is ${dispute.state} already`);
    return dispute;
  };
