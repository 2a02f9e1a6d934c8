import { cashin } from '../../aggregates/cashin/cashin';
import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import { stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Delivery } from '../ports/providers/crypto-delivery';
import type { DeliveryDecision, SandboxControls } from '../ports/sandbox-controls';

export interface DecideDeliveryDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly sandboxControls: Pick<SandboxControls, 'decideDelivery'>;
}

export interface DecideDelivery {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly intentId: string;
  readonly decision: DeliveryDecision;
}

/**
 * Ends the delivery of a cash-in that is under way; null when no intent of the caller has this id. Writes no event: the
 * intent follows when the provider is asked. Refuses WRONG_STATE.
 */
export const decideDelivery =
  (deps: DecideDeliveryDeps) =>
  async ({ partnerId, mode, intentId, decision }: DecideDelivery): Promise<Delivery | null> => {
    const state = await stateOf(deps.eventStore, cashin, intentId);
    if (state.status === 'NONE' || state.facts.partnerId !== partnerId || state.facts.mode !== mode) return null;
    if (!('deliveryId' in state.delivery)) throw rejection('WRONG_STATE', 'Nothing has been sent for it yet');
    const { deliveryId: idempotencyKey } = state.delivery;
    const delivery = await deps.sandboxControls.decideDelivery({ partnerId, idempotencyKey }, decision);
    if (delivery === null) throw rejection('WRONG_STATE', 'The simulated network has no such delivery');
    if (delivery.state !== decision) throw rejection('WRONG_STATE', `The delivery is ${delivery.state} already`);
    return delivery;
  };
