import { cashin } from '../../aggregates/cashin/cashin';
import type { Mode } from '../../aggregates/partner/events';
import { invalidField, rejection } from '../../aggregates/rejection';
import { stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Charge } from '../ports/providers/charge-provider';
import type { SandboxControls, SimulatedPix } from '../ports/sandbox-controls';

export interface PayChargeDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly sandboxControls: Pick<SandboxControls, 'payCharge'>;
}

export interface PayCharge {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly intentId: string;
  readonly pix: SimulatedPix;
}

/**
 * Lets a simulated payer pay the charge of a cash-in, rightly or not; null when no intent of the caller has this id.
 * Writes no event: the intent follows when the provider is asked. Refuses VALIDATION_ERROR and
 * WRONG_STATE.
 */
export const payCharge =
  (deps: PayChargeDeps) =>
  async ({ partnerId, mode, intentId, pix }: PayCharge): Promise<Charge | null> => {
    const state = await stateOf(deps.eventStore, cashin, intentId);
    if (state.status === 'NONE' || state.facts.partnerId !== partnerId || state.facts.mode !== mode) return null;
    // No bank tells of such a PIX, so that none could ever be believed.
    if (pix.paidAtMs !== undefined && pix.paidAtMs < Date.parse(state.facts.createdAt)) {
      throw invalidField('paidAt', 'is before the intent was created');
    }
    const charge = await deps.sandboxControls.payCharge({ partnerId, idempotencyKey: intentId }, pix);
    if (charge === null) throw rejection('WRONG_STATE', 'The provider has no such charge');
    return charge;
  };
